import { describe, expect, it } from 'vitest';
import { isOtherName, isOtherNumber, titleName } from '../../../src/imei/others/names.ts';

describe('The title of a column', () => {
  it.each([
    ...[
      'IMEI',
      'imei 2',
      'IMEI / MEID',
      'SIM card IMEI',
      'Phone IMEI',
      'Order IMEI',
      'ИМЕИ',
      '串号',
      '串碼',
      'आईएमईआई',
      'ІМЕІ',
      'IМЕI',
      'Номер ИМЕЙ',
      'İMEİ no',
      'cihaz ımeı',
      'ΙΜΕΙ',
      'رقم الايمي',
      'آیمی',
      'আইএমইআই',
    ],
  ])('is of IMEIs with the word, whatever stands beside it: %s', (title) => {
    expect(titleName(title)).toBe('imei');
  });

  it.each([
    ...['MEID', 'EID', 'ICCID', 'EAN', 'Customer', 'Order no.', 'Rechnung', 'Facture', 'Commande', 'Siparis'],
    ...[
      'ESN',
      'MSISDN',
      'SKU',
      'IBAN',
      'Bar code',
      'Bar-code',
      'Code à barres',
      'Código de barras',
      'Kod kreskowy',
    ],
    ...[
      'Parcel',
      'Waybill',
      'Encomenda',
      'Envío',
      'Przesyłka',
      'Kargo',
      'Beleg',
      'Zamówienie',
      'Müşteri',
      'Umowa',
      'Policy',
    ],
    ...[
      'Artikel-Nr.',
      'Article no',
      'Item ID',
      'Product code',
      'Заказ',
      'Штрихкод',
      'Замовлення',
      '注文番号',
      '条形码',
      '條碼',
    ],
    ...[
      'Reference',
      'Ihre Ref.',
      'Lieferschein-Nr.',
      'Bon de livraison',
      'Albarán',
      'Vorgang',
      'Ihr Zeichen',
      'Aktenzeichen',
      'Schadennummer',
      'Claim no.',
      'Case ID',
      'Member',
      'Personalausweis',
      'Asset tag',
      'Return no',
      'Lot',
      'GUID',
      'VAT',
      'Licence key',
      'Payment ID',
      'SIM-Karte',
      'Transacción',
      'Póliza',
      'case_id',
      'Kd.-Nr.',
      'PO number',
      'Session ID',
      'Kassenbon',
      'Receipt',
      'Container',
      '流水号',
      'ТТН',
      'Документ',
      'Паспорт',
      'Карта',
      '交易号',
      '카드 번호',
    ],
    ...['رقم الطلب', '주문 번호', 'מספר הזמנה', 'ऑर्डर नंबर'],
  ])('is of something else: %s', (title) => {
    expect(titleName(title)).toBe('other');
  });

  it.each([
    ...[
      'Phone',
      'Telefon',
      'Téléphone',
      'Tel.',
      'Rufnummer',
      'Handy',
      'Mobile',
      'Cell',
      'Celular',
      'Portable',
      'GSM',
    ],
    ...[
      'Fax',
      'WhatsApp',
      'Телефон',
      'Мобильный',
      '電話',
      '手机',
      '携帯',
      'هاتف',
      '휴대폰',
      'טלפון',
      'फ़ोन',
      'फोन',
    ],
  ])('is of phones, or of numbers that one calls: %s', (title) => {
    expect(titleName(title)).toBe('phone');
  });

  it.each([
    '',
    'Number',
    'Note',
    'Device',
    'Manufacturer',
    'Serial number',
    'Hotel',
    'Articles',
    'Party',
    'Имейл',
    'Guide',
    'Refurbished',
    'Showcase',
    'Cartridge',
  ])('says nothing of its numbers: “%s”', (title) => {
    expect(titleName(title)).toBe('nothing');
  });

  it('is read at its beginning only', () => {
    expect(titleName(`${'x'.repeat(96)} IMEI`)).toBe('nothing');
    expect(titleName(`${'x'.repeat(95)} IMEI`)).toBe('imei');
  });
});

describe('Words before a number', () => {
  it.each([
    'Order no.',
    'Order',
    'customer number',
    'Kunden-Nr',
    'order_id',
    'Commande n°',
    'Заказ номер',
    'Track #',
    'Kd.-Nr.:',
    'Ihr Zeichen',
  ])('name a number of something else: %s', (words) => {
    expect(isOtherNumber(words)).toBe(true);
  });

  it.each([
    'Customer Ann',
    'Kunde Meier',
    'Order of a phone',
    'IMEI',
    'Order IMEI',
    'IMEI no.',
    'Phone no.',
    'no.',
    '',
  ])('do not: “%s”', (words) => {
    expect(isOtherNumber(words)).toBe(false);
  });

  it('are looked at on a picture for names beside an IMEI only, of which a word such as “Bar code” is none', () => {
    expect(['Customer', 'meid', 'Track', 'Invoice'].every(isOtherName)).toBe(true);
    expect(['Manufacturer', 'Bar code', 'Phone', ''].some(isOtherName)).toBe(false);
  });
});
