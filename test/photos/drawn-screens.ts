import { boxAt, type Drawing, pageOf, textAt } from '../support/files/drawings.ts';

/** The data of a phone that a screen shows. */
export interface PhoneNumbers {
  /** One IMEI, or one for each slot. */
  readonly imeis: readonly string[];
  readonly serial: string;
  /** 32 digits. */
  readonly eid: string;
  /** 19 or 20 digits. */
  readonly iccid: string;
}

/** The words of a screen; what a phone writes in English everywhere is not among them. */
interface Words {
  readonly about: string;
  readonly model: string;
  readonly serial: string;
  readonly network: string;
  readonly slot: string;
  readonly close: string;
}

function wordsOf(words: Words) {
  return { ...words, slot: (number: number) => `IMEI (${words.slot} ${number})` };
}

export const SCREEN_WORDS = {
  en: wordsOf({
    about: 'About phone',
    model: 'Model name',
    serial: 'Serial number',
    network: 'Phone number',
    slot: 'SIM slot',
    close: 'OK',
  }),
  de: wordsOf({
    about: 'Telefoninfo',
    model: 'Modellname',
    serial: 'Seriennummer',
    network: 'Telefonnummer',
    slot: 'SIM-Steckplatz',
    close: 'Schließen',
  }),
  fr: wordsOf({
    about: 'À propos du téléphone',
    model: 'Nom du modèle',
    serial: 'Numéro de série',
    network: 'Numéro de téléphone',
    slot: 'emplacement',
    close: 'Fermer',
  }),
  es: wordsOf({
    about: 'Acerca del teléfono',
    model: 'Nombre del modelo',
    serial: 'Número de serie',
    network: 'Número de teléfono',
    slot: 'ranura',
    close: 'Aceptar',
  }),
  ru: wordsOf({
    about: 'О телефоне',
    model: 'Модель',
    serial: 'Серийный номер',
    network: 'Номер телефона',
    slot: 'слот',
    close: 'Закрыть',
  }),
};

/** The style of a screen. */
export interface ScreenLook {
  readonly dark: boolean;
  readonly words: ReturnType<typeof wordsOf>;
}

/** Width and height of a phone's screen, in the units its designers use. */
const WIDTH = 360;
const HEIGHT = 760;
const MARGIN = 20;

function colorsOf({ dark }: ScreenLook) {
  return dark
    ? { page: '#000000', card: '#1c1c1e', text: '#ffffff', faint: '#9a9aa0', line: '#38383a' }
    : { page: '#f2f2f7', card: '#ffffff', text: '#000000', faint: '#8a8a8e', line: '#d8d8dc' };
}

/** `35 693803 564380 9`, as iPhones write it. */
function inGroups(imei: string): string {
  return [imei.slice(0, 2), imei.slice(2, 8), imei.slice(8, 14), imei.slice(14)].join(' ');
}

type Rows = readonly (readonly [name: string, value: string])[];

interface RowsPlace {
  readonly top: number;
  /** The distance from one row to the next. */
  readonly pitch: number;
  /** The size of the letters. */
  readonly size: number;
  readonly isBelow?: boolean;
}

/** Names with their values, below each other: each value on the right of its name, or below it. */
function rowsAt(rows: Rows, look: ScreenLook, { top, pitch, size, isBelow = false }: RowsPlace) {
  const { text, faint } = colorsOf(look);
  const style = { size: 13, color: faint };
  return rows.flatMap(([name, value], index) => {
    const y = top + index * pitch;
    const valueAt = isBelow
      ? textAt(MARGIN, y + 20, value, style)
      : textAt(WIDTH - MARGIN, y, value, { ...style, anchor: 'end' });
    return [textAt(MARGIN, y, name, { size, color: text }), valueAt];
  });
}

/**
 * Settings, General, About on an iPhone: what it is called on the left, what it is on the right.
 */
export function iosAbout(
  { imeis: [first = '', ...others], ...phone }: PhoneNumbers,
  look: ScreenLook,
): Drawing {
  const { page, card, text, line } = colorsOf(look);
  const rows: Rows = [
    [look.words.network, '+44 7700 900123'],
    [look.words.serial, phone.serial],
    ['EID', phone.eid.slice(0, 16)],
    ['', phone.eid.slice(16)],
    ['IMEI', inGroups(first)],
    ['ICCID', phone.iccid],
    ['MEID', first.slice(0, 14)],
    ...others.map((imei) => ['IMEI2', inGroups(imei)] as const),
    ['SEID', '0421C60F8A2A91'],
  ];
  const height = 44;
  return pageOf(WIDTH, HEIGHT, page, [
    textAt(MARGIN, 36, '9:41', { size: 14, color: text, bold: true }),
    textAt(WIDTH / 2, 78, look.words.about, {
      size: 15,
      color: text,
      bold: true,
      anchor: 'middle',
    }),
    boxAt({ x: MARGIN / 2, y: 100, width: WIDTH - MARGIN, height: rows.length * height }, card, 10),
    ...rowsAt(rows, look, { top: 128, pitch: height, size: 14 }),
    ...rows.map((_, index) =>
      boxAt({ x: MARGIN, y: 143 + index * height, width: WIDTH - 1.5 * MARGIN, height: 0.5 }, line),
    ),
  ]);
}

/** Rows of a name with its value below, as Samsung (on cards) and Google write them. */
export function rowsAbout(
  phone: PhoneNumbers,
  look: ScreenLook,
  names: 'samsung' | 'google',
): Drawing {
  const { page, card, text } = colorsOf(look);
  const isSamsung = names === 'samsung';
  const rows: Rows = [
    [look.words.model, isSamsung ? 'Galaxy S21 5G' : 'Pixel 7'],
    [look.words.serial, phone.serial],
    ...phone.imeis.map((imei, index) => [look.words.slot(index + 1), imei] as const),
    ['EID', phone.eid],
    ['ICCID', phone.iccid],
  ];
  return pageOf(WIDTH, HEIGHT, isSamsung ? page : card, [
    textAt(MARGIN, 70, look.words.about, { size: 22, color: text, bold: isSamsung }),
    boxAt(
      { x: 8, y: 96, width: WIDTH - 16, height: rows.length * 60 },
      isSamsung ? card : page,
      18,
    ),
    ...rowsAt(rows, look, { top: 122, pitch: 60, size: 15, isBelow: true }),
  ]);
}

/** A name and a value in one row, as Xiaomi writes them. */
export function xiaomiStatus(phone: PhoneNumbers, look: ScreenLook): Drawing {
  const { card, text } = colorsOf(look);
  const rows: Rows = [
    [look.words.model, 'Redmi Note 12'],
    ...phone.imeis.map((imei, index) => [`IMEI${index + 1}`, imei] as const),
    [look.words.serial, `32512/${phone.serial}`],
    ['ICCID', phone.iccid],
  ];
  const title = textAt(MARGIN, 70, look.words.about, { size: 24, color: text });
  return pageOf(WIDTH, HEIGHT, card, [
    title,
    ...rowsAt(rows, look, { top: 130, pitch: 52, size: 15 }),
  ]);
}

/** One title for both numbers, one below the other, as Huawei and Oppo write them. */
export function huaweiAbout(phone: PhoneNumbers, look: ScreenLook): Drawing {
  const { page, card, text, faint } = colorsOf(look);
  const { model, serial } = look.words;
  const right = { color: faint, anchor: 'end' } as const;
  return pageOf(WIDTH, HEIGHT, page, [
    textAt(MARGIN, 70, look.words.about, { size: 20, color: text, bold: true }),
    boxAt({ x: 8, y: 96, width: WIDTH - 16, height: 230 }, card, 14),
    ...rowsAt(
      [
        [model, 'P40 Lite'],
        ['IMEI', ''],
      ],
      look,
      { top: 130, pitch: 50, size: 14 },
    ),
    ...rowsAt(
      [
        [serial, phone.serial],
        ['EID', ''],
      ],
      look,
      { top: 240, pitch: 50, size: 14 },
    ),
    ...phone.imeis.map((imei, index) =>
      textAt(WIDTH - MARGIN, 172 + index * 20, imei, { ...right, size: 13 }),
    ),
    textAt(WIDTH - MARGIN, 290, phone.eid, { ...right, size: 11 }),
  ]);
}

const CLOSE = { size: 14, color: '#0a84ff', bold: true, anchor: 'end' } as const;

/**
 * What most phones show after `*#06#`: a sheet over the dialler with the numbers in order, and no
 * bars.
 */
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
    boxAt({ x: MARGIN, y: top, width: WIDTH - 2 * MARGIN, height }, card, 16),
    textAt(2 * MARGIN, top + 36, 'IMEI', { size: 20, color: text, bold: true }),
    ...phone.imeis.map((imei, index) =>
      textAt(2 * MARGIN, top + 68 + index * 26, `${imei} / 0${index + 1}`, {
        size: 15,
        color: text,
      }),
    ),
    textAt(WIDTH - 2 * MARGIN, top + height - 16, look.words.close, CLOSE),
  ];
  return pageOf(WIDTH, HEIGHT, page, parts);
}

/** A conversation in which somebody has written a number. */
export function chat(lines: readonly string[], look: ScreenLook): Drawing {
  const { page, card, text } = colorsOf(look);
  const parts = [
    textAt(MARGIN, 50, 'Anna', { size: 18, color: text, bold: true }),
    ...lines.flatMap((line, index) => [
      boxAt({ x: MARGIN, y: 90 + index * 60, width: 30 + line.length * 8.6, height: 42 }, card, 14),
      textAt(MARGIN + 14, 116 + index * 60, line, { size: 14, color: text }),
    ]),
  ];
  return pageOf(WIDTH, HEIGHT, page, parts);
}

/** What is printed on a SIM tray or a back: small letters on metal. */
export function tray(phone: PhoneNumbers): Drawing {
  const color = '#3c3e42';
  const parts = [
    boxAt({ x: 20, y: 20, width: 360, height: 110 }, '#b9bcc0', 10),
    textAt(36, 50, 'Model A2172  Designed in California', { size: 8, color }),
    ...phone.imeis.map((imei, index) =>
      textAt(36, 72 + index * 16, `IMEI${index === 0 ? '' : index + 1}: ${imei}`, {
        size: 9,
        color,
      }),
    ),
    textAt(36, 112, `SN: ${phone.serial}`, { size: 8, color }),
  ];
  return pageOf(400, 150, '#77797d', parts);
}
