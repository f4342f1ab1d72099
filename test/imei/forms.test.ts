import { describe, expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find.ts';
import { A, B, verdicts } from './verdicts.ts';

const A14 = A.slice(0, 14);
const A16 = `${A14}78`;
const CUTS = {
  15: [[15], [2, 6, 6, 1], [8, 6, 1], [14, 1], [8, 7], [5, 5, 5], [3, 3, 3, 3, 3], [4, 4, 4, 3]],
  16: [[16], [2, 6, 6, 2], [8, 6, 2], [6, 2, 6, 2]],
  14: [[14], [2, 6, 6], [8, 6], [6, 2, 6], [4, 4, 4, 2]],
} as const;
const GAPS = [' ', '-', '.', '/', '_', ' - ', '\u00a0', '\u2009', '–', '−', '\u200b-', '-\u2060'];
const ZEROS = {
  ascii: 0x30,
  Arabic: 0x6_60,
  Persian: 0x6_f0,
  Devanagari: 0x9_66,
  'full-width': 0xff_10,
  bold: 0x1_d7_ce,
};

function cut(digits: string, sizes: readonly number[], gap: string): string {
  let at = 0;
  return sizes
    .map((size) => {
      at += size;
      return digits.slice(at - size, at);
    })
    .join(gap);
}

function inScript(zero: number, text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** Every cut with every gap in every script. */
const FORMS = [
  ...CUTS[15].map((sizes) => ({ digits: A as string, sizes, expected: 'A' })),
  ...CUTS[16].map((sizes) => ({ digits: A16, sizes, expected: 'A imeisv' })),
  ...CUTS[14].map((sizes) => ({ digits: A14, sizes, expected: 'A 14-digits' })),
].flatMap(({ digits, sizes, expected }) =>
  (sizes.length === 1 ? [''] : GAPS).flatMap((gap) =>
    Object.values(ZEROS).map((zero) => ({
      text: inScript(zero, cut(digits, sizes, gap)),
      expected,
    })),
  ),
);

describe('a number in any form', () => {
  it('is found alone, behind a label and at the end of a sentence', () => {
    expect(FORMS.length).toBeGreaterThan(646);
    const wrong = FORMS.flatMap(({ text, expected }) =>
      [text, `IMEI: ${text}`, `IMEI 1 - ${text} ok`, `imei=${text};`].filter(
        (written) => verdicts(findImeis(written))[0]?.replace(' IMEI1', '') !== expected,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('with 15 digits is found within other text', () => {
    const wrong = FORMS.filter(({ expected }) => expected === 'A').filter(
      ({ text }) =>
        verdicts(findImeis(`The phone of 2024, ${text} is mine (12 months).`)).join() !== 'A',
    );
    expect(wrong).toEqual([]);
  });

  it('may have each digit apart, or unusual groups, also between other digits', () => {
    for (const gap of [' ', '-', '.']) expect(verdicts(findImeis([...A].join(gap)))).toEqual(['A']);
    expect(verdicts(findImeis(`IMEI ${cut(A, [3, 12], ' ')}`))).toEqual(['A']);
    expect(verdicts(findImeis(`IMEI ${cut(A, [4, 4, 4, 2, 1], ' ')}`))).toEqual(['A']);
    for (const text of [
      `1. ${cut(A, [6, 6, 3], ' ')}`,
      `${cut(A, [2, 2, 2, 2, 2, 2, 2, 1], ' ')} 99 88`,
    ])
      expect(verdicts(findImeis(text))).toEqual(['A']);
    expect(verdicts(findImeis(`${cut(A, [5, 5, 5], ' ')} ${cut(B, [6, 6, 3], ' ')}`))).toEqual([
      'A',
      'B',
    ]);
  });

  it('may have invisible characters between the digits, and the signs of keycaps', () => {
    expect(verdicts(findImeis([...A].join('\u200b')))).toEqual(['A']);
    expect(verdicts(findImeis(`\u2068${A}\u2069`))).toEqual(['A']);
    expect(verdicts(findImeis([...A].map((digit) => `${digit}\ufe0f\u20e3`).join('')))).toEqual([
      'A',
    ]);
  });
});

describe('names', () => {
  const IMEI =
    'IMEI|imei:|Imei-Nr.|IMEI №|n° IMEI|IMEI numarası|ИМЕИ|номер IMEI|ІМЕІ|رقم IMEI|آيمي|आईएमईआई नंबर|串号|串號：|IMEI号码是'.split(
      '|',
    );
  const OTHER = {
    en: 'Order number|Invoice no.|Tracking ID|Serial|Customer no|Account number|Ref|EAN|ICCID|IMSI',
    de: 'Bestellnummer|Auftrags-Nr.|Rechnungsnummer|Sendungsnummer|Seriennummer|Kundennr.|Konto|Vorgangsnummer',
    es: 'Número de pedido|Factura nº|Número de serie|Número de cliente|Referencia',
    pt: 'Número do pedido|Fatura|Número de série|Conta|Protocolo',
    fr: 'Numéro de commande|Facture n°|Numéro de série|Numéro de compte|Dossier',
    ru: 'Номер заказа|Заказ №|Серийный номер|Трек-номер|Счёт',
    uk: 'Номер замовлення|Рахунок|Серійний номер|ТТН|Договір',
    ar: 'رقم الطلب|فاتورة|الرقم التسلسلي|حساب',
    hi: 'ऑर्डर नंबर|बिल|सीरियल नंबर|ग्राहक संख्या|खाता',
    zh: '订单号|订单编号|发票号码|序列号|运单',
    'zh-Hant': '訂單編號|發票號碼|序列號|客戶編號',
    tr: 'Sipariş numarası|Fatura no|Takip kodu|Seri numarası|Müşteri no',
  };

  const others = Object.entries(OTHER).map(
    ([language, labels]) => [language, labels.split('|')] as const,
  );

  it.each(IMEI)('%s calls it an IMEI', (label) => {
    for (const text of [`${label} ${A14}`, `${label}: ${A14} x`, `${label}\n${A14} x`]) {
      expect(verdicts(findImeis(text))).toEqual(['A 14-digits']);
    }
  });

  it.each(others)('of other numbers are asked about: %s', (_, labels) => {
    for (const label of labels) {
      for (const text of [
        `${label} ${A}`,
        `${label}: ${A}`,
        `- ${label} = "${A}",`,
        `${label}\n${A}`,
      ])
        expect(verdicts(findImeis(text)), text).toEqual([expect.stringMatching(/^ask A ./)]);
    }
  });

  it.each(others.flatMap(([, labels]) => labels))(
    '%s is another number unless it is called IMEI as well',
    (label) => {
      expect(verdicts(findImeis(`${label} / IMEI: ${A}`))).toEqual(['A']);
    },
  );
});
