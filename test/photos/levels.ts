import type { Damage } from '../support/files/photos.ts';

/** One row of the table: several pictures that are damaged alike. */
export interface Level {
  readonly kind: string;
  readonly how: string;
  /** What is shown, where it is not a label of a box or a `*#06#` screen as most are. */
  readonly shown?: 'apple' | 'ios';
  readonly damages: readonly Partial<Damage>[];
  /** Least share of the IMEIs that is accepted, well below what was measured. */
  readonly floor?: number;
}

/** Nobody holds a phone quite straight; each way with a noise of its own. */
const SLIGHT_TURNS: readonly number[] = [-2, 3];

/** Each pixel of the screen is one of the picture. */
const SCREENSHOT = { barPx: 1, margin: 1, quality: 'png' } as const;

export const LEVELS: readonly Level[] = [
  level('as it is', 'sharp, straight', {}, 1),
  ...[
    { lean: 5, floor: 0.9 },
    { lean: 10, floor: 0.8 },
    { lean: 15, floor: 0.8 },
    { lean: 20, floor: 0.8 },
    { lean: 25 },
    { lean: 30, floor: 0.8 },
    { lean: 35 },
    { lean: 40 },
    { lean: 45, floor: 0.8 },
  ].map(({ lean, floor }) => turned(lean, floor)),
  {
    kind: 'turned',
    how: 'by 90°, 180°, 270°',
    damages: [90, 180, 270].map((by) => ({ turnedBy: by })),
    floor: 1,
  },
  ...[
    { barPx: 2, floor: 0.9 },
    { barPx: 1.5, floor: 0.8 },
    { barPx: 1.25, floor: 0.6 },
    { barPx: 1 },
    { barPx: 0.8 },
  ].map(({ barPx, floor }) => level('small', `narrowest bar ${barPx} px`, { barPx }, floor)),
  ...[{ skewedBy: 10, floor: 0.9 }, { skewedBy: 20, floor: 0.7 }, { skewedBy: 30 }, { skewedBy: 40 }].map(
    ({ skewedBy, floor }) => level('skewed', `by ${skewedBy}°`, { skewedBy }, floor),
  ),
  ...[{ light: 0.5, floor: 0.9 }, { light: 0.25, floor: 0.8 }, { light: 0.12 }, { light: 0.06 }].map(
    ({ light, floor }) => level('dark', `${light * 100} % of the light`, { light, noise: 6 }, floor),
  ),
  ...[{ contrast: 0.5, floor: 0.9 }, { contrast: 0.25, floor: 0.8 }, { contrast: 0.12 }].map(
    ({ contrast, floor }) =>
      level('faint', `${contrast * 100} % of the contrast`, { contrast, noise: 6 }, floor),
  ),
  ...[{ blurBars: 0.5, floor: 0.9 }, { blurBars: 0.75, floor: 0.6 }, { blurBars: 1 }, { blurBars: 1.25 }].map(
    ({ blurBars, floor }) => level('blurred', `by ${blurBars} bars`, { blurBars }, floor),
  ),
  ...[{ noise: 30, floor: 0.9 }, { noise: 60, floor: 0.6 }, { noise: 90 }, { noise: 120 }].map(
    ({ noise, floor }) => level('noisy', `±${noise} of 255`, { noise }, floor),
  ),
  ...[{ quality: 50, floor: 0.9 }, { quality: 25, floor: 0.8 }, { quality: 15 }, { quality: 8 }].map(
    ({ quality, floor }) => level('JPEG', `quality ${quality}`, { quality, noise: 8 }, floor),
  ),
  level(
    'together',
    'mild',
    { barPx: 2.5, skewedBy: 4, light: 0.7, blurBars: 0.3, noise: 8, quality: 75 },
    0.9,
  ),
  level(
    'together',
    'middle',
    { barPx: 2, skewedBy: 8, light: 0.45, contrast: 0.8, blurBars: 0.45, noise: 12, quality: 55 },
    0.6,
  ),
  level('together', 'strong', {
    barPx: 1.75,
    skewedBy: 12,
    light: 0.3,
    contrast: 0.7,
    blurBars: 0.6,
    noise: 16,
    quality: 35,
  }),
  { ...level('Apple box', 'sharp, straight', {}, 1), shown: 'apple' },
  { ...turned(10, 0.8), kind: 'Apple box', shown: 'apple' },
  {
    ...level('Apple box', 'together, mild', { barPx: 2.5, skewedBy: 4, light: 0.7, blurBars: 0.3, noise: 8 }),
    shown: 'apple',
  },
  { kind: 'iPhone `*#06#`', how: 'screenshot', shown: 'ios', damages: [SCREENSHOT], floor: 1 },
  {
    kind: 'iPhone `*#06#`',
    how: 'screenshot, JPEG of quality 90, 75, 60',
    shown: 'ios',
    damages: [90, 75, 60].map((quality) => ({ ...SCREENSHOT, quality })),
  },
];

function level(kind: string, how: string, damage: Partial<Damage>, floor?: number): Level {
  const damages = SLIGHT_TURNS.map((turnedBy, seed) => ({ turnedBy, ...damage, seed }));
  return { kind, how, damages, ...(floor !== undefined && { floor }) };
}

/** Leaning by so many degrees to one side, and to the other on its side. */
function turned(lean: number, floor?: number): Level {
  const damages = [lean, 270 - lean].map((turnedBy) => ({ turnedBy }));
  return { kind: 'turned', how: `leaning by ${lean}°`, damages, ...(floor !== undefined && { floor }) };
}
