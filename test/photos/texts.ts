import type { Drawing } from '../support/files/drawings.ts';
import type { Damage } from '../support/files/photos.ts';
import { imeiOf } from '../support/imeis.ts';
import {
  chat,
  dialSheet,
  huaweiAbout,
  iosAbout,
  type PhoneNumbers,
  rowsAbout,
  SCREEN_WORDS,
  type ScreenLook,
  tray,
  xiaomiStatus,
} from './drawn-screens.ts';

/** A picture with numbers as text, and the expected result. */
export interface TextPicture {
  readonly name: string;
  readonly drawing: Drawing;
  readonly damage: Partial<Damage>;
  /** To be checked; in the order of the slots where the picture says which is which. */
  readonly imeis: readonly string[];
  /** Whether the picture names the slot of each IMEI. */
  readonly hasSlots?: boolean;
}

/** Pictures of one row of the table. */
export interface TextLevel {
  readonly kind: string;
  readonly pictures: readonly TextPicture[];
}

/** TACs that the sandbox knows. */
const TACS = ['35693803', '35928904', '35514607', '35209900'];

function phone(index: number, slots = 2): PhoneNumbers {
  const tac = TACS[index % TACS.length] ?? '35693803';
  const serial = (41_077 * (index + 3)) % 999_983;
  return {
    imeis: Array.from({ length: slots }, (_, slot) =>
      imeiOf(tac, (serial + slot * 7919) % 1_000_000),
    ),
    serial: `R58M${1_000 + index}ABC`,
    eid: `8904903200400888260001${String(2_345_678_900 + index * 137).padStart(10, '0')}`,
    iccid: `8944110068${String(123_456_789 + index * 1_013)}`,
  };
}

/** As it comes from the phone that shows it. */
const SCREENSHOT: Partial<Damage> = { barPx: 3, margin: 1, quality: 'png' };
/** As a messenger passes it on: 1,280 pixels at most, and worn. */
const IN_CHAT: Partial<Damage> = { barPx: 1.68, margin: 1, quality: 50 };
/** With another phone, from a hand's breadth away. */
const PHOTO: Partial<Damage> = {
  barPx: 3,
  turnedBy: 2,
  light: 0.8,
  noise: 6,
  blurBars: 0.25,
  quality: 75,
};

const LANGUAGES = Object.keys(SCREEN_WORDS) as (keyof typeof SCREEN_WORDS)[];

type Layout = readonly [
  name: string,
  draw: (shown: PhoneNumbers, look: ScreenLook) => Drawing,
  slots: boolean,
];
const LAYOUTS: readonly Layout[] = [
  ['iPhone, About', iosAbout, true],
  ['Samsung, About', (shown, look) => rowsAbout(shown, look, 'samsung'), true],
  ['Google, About', (shown, look) => rowsAbout(shown, look, 'google'), true],
  ['Xiaomi, Status', xiaomiStatus, true],
  ['Huawei, About', huaweiAbout, false],
  ['*#06#', dialSheet, true],
];

function screens(
  kind: string,
  damage: Partial<Damage>,
  { dark }: { readonly dark: boolean },
): TextLevel {
  const pictures = LAYOUTS.flatMap(([layout, draw, hasSlots], at) =>
    LANGUAGES.map((language, index): TextPicture => {
      const shown = phone(at * LANGUAGES.length + index);
      return {
        name: `${layout}, ${language}`,
        drawing: draw(shown, { dark, words: SCREEN_WORDS[language] }),
        damage: { ...damage, seed: index + 1 },
        imeis: shown.imeis,
        hasSlots,
      };
    }),
  );
  return { kind, pictures };
}

/** Each layout once, in one language after the other. */
function someScreens(kind: string, damage: Partial<Damage>): TextLevel {
  const pictures = LAYOUTS.map(([layout, draw, hasSlots], index): TextPicture => {
    const shown = phone(index + 50);
    const language = LANGUAGES[index % LANGUAGES.length] ?? 'en';
    return {
      name: `${layout}, ${language}`,
      drawing: draw(shown, { dark: index % 2 === 1, words: SCREEN_WORDS[language] }),
      damage: { ...damage, seed: index + 1 },
      imeis: shown.imeis,
      hasSlots,
    };
  });
  return { kind, pictures };
}

const trays: TextLevel = {
  kind: 'tray',
  pictures: [0, 1, 2, 3].map((index) => {
    const shown = phone(80 + index);
    return {
      name: `tray ${index + 1}`,
      drawing: tray(shown),
      damage: { ...PHOTO, barPx: 2 + index * 0.5, seed: index + 1 },
      imeis: shown.imeis,
      hasSlots: true,
    };
  }),
};

export const TEXT_LEVELS: readonly TextLevel[] = [
  screens('screenshot, light', SCREENSHOT, { dark: false }),
  screens('screenshot, dark', SCREENSHOT, { dark: true }),
  screens('in a chat, light', IN_CHAT, { dark: false }),
  screens('in a chat, dark', IN_CHAT, { dark: true }),
  someScreens('photo', PHOTO),
  ...[5, 10, 15].map((turnedBy) =>
    someScreens(`photo, leaning by ${turnedBy}°`, { ...PHOTO, turnedBy }),
  ),
  someScreens('photo, leaning by −15°', { ...PHOTO, turnedBy: -15 }),
  ...[90, 180, 270].map((turnedBy) =>
    someScreens(`photo, turned by ${turnedBy}°`, { ...PHOTO, turnedBy }),
  ),
  someScreens('photo, moiré', { ...PHOTO, moire: 0.5 }),
  someScreens('photo, strong moiré', { ...PHOTO, moire: 0.9 }),
  someScreens('photo, in a chat', { ...PHOTO, barPx: 1.5, quality: 50 }),
  someScreens('photo, blurred', { ...PHOTO, blurBars: 0.6 }),
  someScreens('photo, dark', { ...PHOTO, light: 0.3 }),
  trays,
];

/** A card's number, a customer's, and others that have a right check digit as well. */
export function falseFriends(): readonly TextPicture[] {
  const look: ScreenLook = { dark: false, words: SCREEN_WORDS.en };
  const imei = imeiOf('35693803', 564_380);
  const conversations: readonly (readonly [string, readonly string[]])[] = [
    ['customer number', ['Your customer number:', '356938035643809', 'Thank you for your order']],
    ['number without a word', ['356938035643809']],
    ['payment card', ['Card 3530 1113 3330 0000', 'Card 5105 1051 0510 5100']],
    ['test IMEI', ['IMEI 004999010640000', 'IMEI 012345678901237']],
    ['order and tracking', ['Order no. 352099001761481', 'Tracking 990000862471854']],
    ['wrong check digit', ['IMEI: 356938035643808']],
    ['fourteen digits', ['IMEI: 35693803564380']],
    ['MEID and EID', ['MEID 35693803564380', 'EID 89049032004008882600012345678901']],
    ['article number and date', ['EAN 8806090310409', '20240101123456']],
  ];
  return [
    ...conversations.map(([name, lines]) => ({
      name,
      drawing: chat(lines, look),
      damage: SCREENSHOT,
      imeis: [],
    })),
    {
      name: 'ICCID on a tray',
      drawing: tray({ ...phone(90, 0), serial: imei }),
      damage: PHOTO,
      imeis: [],
    },
  ];
}
