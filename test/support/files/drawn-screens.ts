import { boxAt, type Drawing, pageOf, textAt } from './drawings.ts';

/** What a screen tells of a phone. */
export interface PhoneNumbers {
  /** One, or one for each slot. */
  readonly imeis: readonly string[];
  readonly serial: string;
  /** 32 digits. */
  readonly eid: string;
  /** 19 or 20 digits. */
  readonly iccid: string;
}

/** The words of a screen in one language; what a phone writes in English everywhere is not among them. */
export interface ScreenWords {
  readonly about: string;
  readonly model: string;
  readonly serial: string;
  readonly network: string;
  readonly slot: (number: number) => string;
  readonly close: string;
}

export const SCREEN_WORDS = {
  en: {
    about: 'About phone',
    model: 'Model name',
    serial: 'Serial number',
    network: 'Phone number',
    slot: (n) => `IMEI (SIM slot ${n})`,
    close: 'OK',
  },
  de: {
    about: 'Telefoninfo',
    model: 'Modellname',
    serial: 'Seriennummer',
    network: 'Telefonnummer',
    slot: (n) => `IMEI (SIM-Steckplatz ${n})`,
    close: 'Schließen',
  },
  fr: {
    about: 'À propos du téléphone',
    model: 'Nom du modèle',
    serial: 'Numéro de série',
    network: 'Numéro de téléphone',
    slot: (n) => `IMEI (emplacement ${n})`,
    close: 'Fermer',
  },
  es: {
    about: 'Acerca del teléfono',
    model: 'Nombre del modelo',
    serial: 'Número de serie',
    network: 'Número de teléfono',
    slot: (n) => `IMEI (ranura ${n})`,
    close: 'Aceptar',
  },
  ru: {
    about: 'О телефоне',
    model: 'Модель',
    serial: 'Серийный номер',
    network: 'Номер телефона',
    slot: (n) => `IMEI (слот ${n})`,
    close: 'Закрыть',
  },
} as const satisfies Record<string, ScreenWords>;

/** How a screen is drawn. */
export interface ScreenLook {
  readonly dark: boolean;
  readonly words: ScreenWords;
}

/** Width and height of a phone's screen, in the units its designers use. */
const WIDTH = 360;
const HEIGHT = 760;
const MARGIN = 20;

interface Colors {
  readonly page: string;
  readonly card: string;
  readonly text: string;
  readonly faint: string;
  readonly line: string;
}

function colorsOf({ dark }: ScreenLook): Colors {
  return dark
    ? { page: '#000000', card: '#1c1c1e', text: '#ffffff', faint: '#9a9aa0', line: '#38383a' }
    : { page: '#f2f2f7', card: '#ffffff', text: '#000000', faint: '#8a8a8e', line: '#d8d8dc' };
}

/** `35 693803 564380 9`, as iPhones write it. */
function inGroups(imei: string): string {
  return [imei.slice(0, 2), imei.slice(2, 8), imei.slice(8, 14), imei.slice(14)].join(' ');
}

/** Settings, General, About on an iPhone: what it is called on the left, what it is on the right. */
export function iosAbout(phone: PhoneNumbers, look: ScreenLook): Drawing {
  const { page, card, text, faint, line } = colorsOf(look);
  const rows: (readonly [string, string])[] = [
    [look.words.network, '+44 7700 900123'],
    [look.words.serial, phone.serial],
    ['EID', phone.eid.slice(0, 16)],
    ['', phone.eid.slice(16)],
    ['IMEI', inGroups(phone.imeis[0] ?? '')],
    ['ICCID', phone.iccid],
    ['MEID', (phone.imeis[0] ?? '').slice(0, 14)],
    ...phone.imeis.slice(1).map((imei) => ['IMEI2', inGroups(imei)] as const),
    ['SEID', '0421C60F8A2A91'],
  ];
  const height = 44;
  const parts = [
    textAt(MARGIN, 36, '9:41', { size: 14, color: text, bold: true }),
    textAt(WIDTH / 2, 78, look.words.about, { size: 15, color: text, bold: true, anchor: 'middle' }),
    boxAt(MARGIN / 2, 100, WIDTH - MARGIN, rows.length * height, card, 10),
    ...rows.flatMap(([name, value], index) => [
      textAt(MARGIN, 128 + index * height, name, { size: 14, color: text }),
      textAt(WIDTH - MARGIN, 128 + index * height, value, { size: 13, color: faint, anchor: 'end' }),
      boxAt(MARGIN, 143 + index * height, WIDTH - 1.5 * MARGIN, 0.5, line),
    ]),
  ];
  return pageOf(WIDTH, HEIGHT, page, parts);
}

/** Rows of a name with its value below, as Samsung (on cards) and Google write them. */
export function rowsAbout(phone: PhoneNumbers, look: ScreenLook, names: 'samsung' | 'google'): Drawing {
  const { page, card, text, faint } = colorsOf(look);
  const rows: (readonly [string, string])[] = [
    [look.words.model, names === 'samsung' ? 'Galaxy S21 5G' : 'Pixel 7'],
    [look.words.serial, phone.serial],
    ...phone.imeis.map((imei, index) => [look.words.slot(index + 1), imei] as const),
    ['EID', phone.eid],
    ['ICCID', phone.iccid],
  ];
  const height = 60;
  const parts = [
    textAt(MARGIN, 70, look.words.about, { size: 22, color: text, bold: names === 'samsung' }),
    boxAt(8, 96, WIDTH - 16, rows.length * height, names === 'samsung' ? card : page, 18),
    ...rows.flatMap(([name, value], index) => [
      textAt(MARGIN, 122 + index * height, name, { size: 15, color: text }),
      textAt(MARGIN, 142 + index * height, value, { size: 13, color: faint }),
    ]),
  ];
  return pageOf(WIDTH, HEIGHT, names === 'samsung' ? page : card, parts);
}

/** A name and a value in one row, as Xiaomi writes them. */
export function xiaomiStatus(phone: PhoneNumbers, look: ScreenLook): Drawing {
  const { card, text, faint } = colorsOf(look);
  const rows: (readonly [string, string])[] = [
    [look.words.model, 'Redmi Note 12'],
    ...phone.imeis.map((imei, index) => [`IMEI${index + 1}`, imei] as const),
    [look.words.serial, `32512/${phone.serial}`],
    ['ICCID', phone.iccid],
  ];
  const parts = [
    textAt(MARGIN, 70, look.words.about, { size: 24, color: text }),
    ...rows.flatMap(([name, value], index) => [
      textAt(MARGIN, 130 + index * 52, name, { size: 15, color: text }),
      textAt(WIDTH - MARGIN, 130 + index * 52, value, { size: 13, color: faint, anchor: 'end' }),
    ]),
  ];
  return pageOf(WIDTH, HEIGHT, card, parts);
}

/** One title for both numbers, which stand below each other, as Huawei and Oppo write them. */
export function huaweiAbout(phone: PhoneNumbers, look: ScreenLook): Drawing {
  const { page, card, text, faint } = colorsOf(look);
  const parts = [
    textAt(MARGIN, 70, look.words.about, { size: 20, color: text, bold: true }),
    boxAt(8, 96, WIDTH - 16, 230, card, 14),
    textAt(MARGIN, 130, look.words.model, { size: 14, color: text }),
    textAt(WIDTH - MARGIN, 130, 'P40 Lite', { size: 13, color: faint, anchor: 'end' }),
    textAt(MARGIN, 180, 'IMEI', { size: 14, color: text }),
    ...phone.imeis.map((imei, index) =>
      textAt(WIDTH - MARGIN, 172 + index * 20, imei, { size: 13, color: faint, anchor: 'end' }),
    ),
    textAt(MARGIN, 240, look.words.serial, { size: 14, color: text }),
    textAt(WIDTH - MARGIN, 240, phone.serial, { size: 13, color: faint, anchor: 'end' }),
    textAt(MARGIN, 290, 'EID', { size: 14, color: text }),
    textAt(WIDTH - MARGIN, 290, phone.eid, { size: 11, color: faint, anchor: 'end' }),
  ];
  return pageOf(WIDTH, HEIGHT, page, parts);
}

/** What most phones show after `*#06#`: a sheet over the dialler with the numbers in order, and no bars. */
export function dialSheet(phone: PhoneNumbers, look: ScreenLook): Drawing {
  const { page, card, text, faint } = colorsOf(look);
  const height = 90 + phone.imeis.length * 30;
  const top = HEIGHT / 2 - height / 2;
  const keys = ['1', '2 ABC', '3 DEF', '4 GHI', '5 JKL', '6 MNO', '7 PQRS', '8 TUV', '9 WXYZ'];
  const parts = [
    ...keys.map((key, index) =>
      textAt(60 + (index % 3) * 120, 560 + Math.floor(index / 3) * 60, key, {
        size: 18,
        color: faint,
        anchor: 'middle',
      }),
    ),
    boxAt(MARGIN, top, WIDTH - 2 * MARGIN, height, card, 16),
    textAt(2 * MARGIN, top + 36, 'IMEI', { size: 20, color: text, bold: true }),
    ...phone.imeis.map((imei, index) =>
      textAt(2 * MARGIN, top + 68 + index * 26, `${imei} / 0${index + 1}`, { size: 15, color: text }),
    ),
    textAt(WIDTH - 2 * MARGIN, top + height - 16, look.words.close, {
      size: 14,
      color: '#0a84ff',
      bold: true,
      anchor: 'end',
    }),
  ];
  return pageOf(WIDTH, HEIGHT, page, parts);
}

/** A conversation in which somebody has written a number. */
export function chat(lines: readonly string[], look: ScreenLook): Drawing {
  const { page, card, text } = colorsOf(look);
  const parts = [
    textAt(MARGIN, 50, 'Anna', { size: 18, color: text, bold: true }),
    ...lines.flatMap((line, index) => [
      boxAt(MARGIN, 90 + index * 60, 30 + line.length * 8.6, 42, card, 14),
      textAt(MARGIN + 14, 116 + index * 60, line, { size: 14, color: text }),
    ]),
  ];
  return pageOf(WIDTH, HEIGHT, page, parts);
}

/** What is printed on a SIM tray or a back: small letters on metal. */
export function tray(phone: PhoneNumbers): Drawing {
  const parts = [
    boxAt(20, 20, 360, 110, '#b9bcc0', 10),
    textAt(36, 50, 'Model A2172  Designed in California', { size: 8, color: '#3c3e42' }),
    ...phone.imeis.map((imei, index) =>
      textAt(36, 72 + index * 16, `IMEI${index === 0 ? '' : index + 1}: ${imei}`, {
        size: 9,
        color: '#3c3e42',
      }),
    ),
    textAt(36, 112, `SN: ${phone.serial}`, { size: 8, color: '#3c3e42' }),
  ];
  return pageOf(400, 150, '#77797d', parts);
}
