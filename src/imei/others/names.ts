import { IMEI_WORD } from './imei-words.ts';

/** What a title says of the numbers below it. `phone`: of phones or of the numbers one calls, which their digits tell. */
export type TitleName = 'imei' | 'phone' | 'other' | 'nothing';

/** What has a name of its own beside an IMEI, on screens, receipts and lists, in languages of Latin letters. */
const OTHER =
  /MEID|EID|ICC|EAN|UPC|GTIN|IMSI|PESN|CARD|VISA|CUSTOMER|ACCOUNT|KUNDE|KONTO|CLIENT|ORDER|TRACK|INVOICE|BESTELL|AUFTRAG|RECHNUNG|SENDUNG|COMMANDE|SUIVI|(?<!MANU)FACTUR|PEDIDO|RASTREIO|SIPARI|ORDIN/iu;
/**
 * What else titles name so, without the marks on their letters. Raw strings have Latin letters alone: the bundle would keep others in
 * them, which take two bytes each, and the whole file with them.
 */
const OTHER_TITLES = new RegExp(
  [
    String.raw`ESN|MSISDN|U[DU]ID|GUID\b|SKU|SSCC|IBAN|BAR-?\s?CODE|STRICHCODE|CODE-?\s?(?:A-?\s)?BARR|CODI[GC][OE] (?:DE|A) BARR|BARKOD|KOD KRESK`,
    String.raw`(?<!\p{L})(?:REF|RMA|DDT|LOT|BIC|SWIFT|VAT|TAX|TIN|EORI|MRN|VIN|SSN|DNI|CPF|CNPJ|CASE|CLAIMS?|CARTES?|[PRSW]O|H?AWB|CDE|NF|BON|JOB|FOLIO|ZAM)(?!\p{L})`,
    String.raw`(?:KD|RG|AUFTR|BEST|VS)[.\s_-]*N[RO]|(?:USER|MESSAGE|TERMINAL|SESSION|SIM)[.\s_-]*(?:ID|N[OU]|SERIAL)|REFEREN[CZ]|BATCH|CHECKOUT|KASSENBON|SCONTRINO|RICEVUTA|RECIBO|RECEIPT|QUITTUNG`,
    'TOKEN|MERCHANT|CONTAINER|PALLET|PALETTE|CARTON|VOUCHER|COUPON|PROMO|NOTA FISCAL|CHAVE|PROTOCOL|КВИТАНЦ|ВІДПРАВЛЕН|ОТПРАВЛЕН|[單单][号號]|流水[号號]|बिल|रसीद|ايصال|إيصال',
    'DELIVERY|LIEFERSCHEIN|LIVRAISON|ALBARAN|REMITO|BOOKING|BUCHUNG|RESERVA|RETOURE|PAYMENT|ZAHLUNG|PAIEMENT|PAGAMENTO|PLATNOSC|ODEME',
    String.raw`(?<!\p{L})(?:DHL|UPS|FEDEX|USPS|GLS|DPD|TNT|HERMES|ARAMEX|COLISSIMO|INPOST|EVRI|M-?PESA|PAYPAL|KLARNA)(?!\p{L})`,
    'VORGANG|ZEICHEN|SCHADEN|SINIST|SINIEST|DOSSIER|EXPEDIENTE|DO[CK]UMENT|MEMBER|MITGLIED|PASSPORT|PASAPORTE|AUSWEIS|STEUER|UST-?ID|LICEN[CS]|LIZENZ|KARTE|TARJETA|CARTAO|KARTA',
    String.raw`(?:ASSET|RETURN|REPAIR|REPARATUR|DOC|CHARGEN|INVENTAR)[.\s_-]*(?:N[OR°ºU]|ID\b|TAG|CODE)`,
    'PARCEL|SHIPMENT|WAYBILL|CONSIGNMENT|PAKET|COLIS|SEGUIMIENTO|SPEDIZION|VETTURA|ENCOMENDA|ENVIO|PRZESY[LŁ]K|KARGO|TAKIP',
    'BELEG|FATTUR|FATURA|FAKTUR|ZAMOWIEN|KLIENT|MUSTERI|HESAP|COMPTE|CUENTA|CONTRA[CT]|VERTRAG|UMOW|POLIC[YE]|POLIZ|TICKET|TRANSA[CK]',
    String.raw`(?:ART(?:IKEL|ICLE|ICULO|ICOLO)?|ITEM|PRODU[CK]T)[.\s_-]*(?:N[O°ºRU]|ID|CODE)`,
    '(?<!\\p{L})(?:SLIP|ЧЕК|ТТН)(?!\\p{L})',
    'ЗАКАЗ|ДОГОВОР|СЧЕТ|КЛИЕНТ|ТРЕК|НАКЛАДН|ШТРИХ|АРТИКУЛ|ЗАМОВЛЕН|ПОСЫЛК|ПОСИЛК|ПЛАТЕЖ|ДОКУМЕНТ|ПОЛИС|ПАСПОРТ|КАРТ[АЫИ]|КЛІЄНТ|РАХУНОК',
    '注文|顧客|会員|追跡|伝票|請求|口座|契約|バーコード|订单|訂單|客户|客戶|运单|運單|快递|快遞|账号|帳號|发票|發票|合同|参考|參考|证件|證件|护照|護照|付款|交易|保单|保單|卡号|卡號|批号|批號|包裹|予約|取引|カード|[条條]形?[码碼]',
    'طلب|شحن|تتبع|فاتور|حساب|عميل|باركود|주문|송장|고객|계좌|바코드|הזמנה|חשבון|לקוח|מעקב|ऑर्डर|ग्राहक|खाता|مرجع|وثيق|بطاق|جواز|دفع|참조|거래|결제|카드|여권|אסמכתא|כרטיס|תשלום|संदर्भ|भुगतान|कार्ड',
  ].join('|'),
  'iu',
);
const PHONE =
  /PHONE|TELE|\bTEL\b|RUFN|HANDY|MOBIL|(?<!\p{L})CEL[LU]|PORTABLE|GSM|FAX|WHATSAPP|ТЕЛЕФОН|МОБИЛ|電話|电话|手[机機]|携帯|هاتف|جوال|전화|휴대|טלפון|फ़ोन|फोन/iu;
/** Names of what has an IMEI end so. Without its mark, a Cyrillic Й is an И. */
const DEVICE =
  /(?:GER(?:A|AE)T[ES]?S?|(?<!\p{L})(?:DEVICES?|HANDSETS?|APPAREILS?|EQUIPOS?|EQUIPAMENTO|DISPOSITIVOS?|APARELHOS?|CIHAZ\p{L}{0,4}|URZADZENI[AEU]|УСТРО[ЙИ]СТВ[АЕОУ]|АППАРАТ[АЕУ]?|ПРИСТР(?:[ІИ][ЙИ]|О[ЮЄЇ]В?)|لل?جهاز|الجهاز|डिवाइस)|[设設][备備]|機器|端末)[\s_.-]*\d?$/iu;
/** All that a name says is that it is of a phone; a number that is called so is more often one that is dialled, and has another form. */
const PHONE_ALONE =
  /^(?:(?:smart|cell ?|mobile )?phone|handset|handy|smartfon|telefon[eo]?u?|telephone|mobile?|movil|celular|cellulare|portable|телефон|смартфон|手[机機]|हैंडसेट|फ़ोन|फोन|मोबाइल|ال?هاتف|ال?جوال|טלפון)(?: \d)?$/iu;
/** Where the last word is the thing and the one before says which, a device stays one: `RMA device`, `Kunden-Gerät`. */
const DEVICE_OF = /^\p{L}+[ -](?:DEVICES?|HANDSETS?|GER(?:A|AE)TE?)$/iu;
const SERIAL = /SERI(?:AL|EN|E)|S\/?N\b/iu;
/** Accents and the like of Latin letters, which stand behind their letters. */
const MARKS = /[\u0300-\u036F]/gu;
/** No title has more to say. */
const MOST_CHARACTERS = 100;

/** What phones are called, in small letters. */
export const MODEL_WORDS =
  'iphone ipad apple samsung galaxy google pixel xiaomi redmi poco huawei honor oppo vivo realme oneplus nokia motorola moto sony zte lenovo asus pro max plus mini ultra dual sim esim slot';
/** Which of several phones is meant, in small letters. */
export const WHICH_WORDS = [
  'old new original replacement first second third other main alt alte alter altes neu neue neuer neues ersatz erste zweite dritte ancien ancienne',
  'nouveau nouvelle remplacement premier second deuxieme viejo vieja nuevo nueva reemplazo primero segundo antigo antiga novo nova primeiro',
  'vecchio nuovo primo secondo stary nowy pierwszy drugi eski yeni birinci ikinci старый старого новый нового первый второй старий новий перший другий',
  '旧 舊 新 另一 第一 第二 القديم الجديد الاول الأول الثاني पुराना नया पहला दूसरा nd rd th',
].join(' ');

/** Whether words name something else than an IMEI. */
export function isOtherName(words: string): boolean {
  return OTHER.test(words);
}

/** Whether the name of a number is that of a phone, and not of its serial number: beside IMEIs it has one as well. */
export function isOfDevice(name: string): boolean {
  const words = withoutMarks(name).trim();
  if (!DEVICE.test(words) || SERIAL.test(words)) return false;
  return DEVICE_OF.test(words) || titleName(name) !== 'other';
}

/** Whether a name says that a number is of a phone, and no more. */
export function isOfPhone(name: string): boolean {
  return PHONE_ALONE.test(withoutMarks(name).trim());
}

/** What the title of a column says of its numbers. */
export function titleName(title: string): TitleName {
  const words = withoutMarks(title);
  if (IMEI_WORD.test(words)) return 'imei';
  if (OTHER.test(words) || OTHER_TITLES.test(words)) return 'other';
  return PHONE.test(words) ? 'phone' : 'nothing';
}

/** The beginning of some words without the accents on their letters. */
export function withoutMarks(words: string): string {
  return words.slice(0, MOST_CHARACTERS).normalize('NFD').replace(MARKS, '').normalize('NFC');
}

/** What stands behind the name of a number: `Order no.`. */
const OF_NUMBERS = /^(?:n[or°º]|num\p{L}*|n[uú]m\p{L}*|id|code|номер|#)\.?$/iu;

/** What stands between a name and its number in a sentence: `the waybill is 35…`. */
const IS = /(?:\s+(?:is|was|ist|lautet|est|es|é|è|jest|это|це|هو|هي)|\s*(?:[是为為]|は))$/iu;

/** Whether words are the name of a number that is no IMEI, and not of somebody or something: `Order no.`, but not `Customer Ann`. */
export function isOtherNumber(words: string): boolean {
  const all = words
    .slice(0, MOST_CHARACTERS)
    .trim()
    .replace(/[:：]$/u, '')
    .replace(IS, '');
  const last = all.split(/[\s_-]+/u).at(-1) ?? '';
  return titleName(OF_NUMBERS.test(last) ? all : last) === 'other' && titleName(all) === 'other';
}
