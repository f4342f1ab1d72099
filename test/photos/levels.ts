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

/** Small rotations, since nobody holds a phone quite straight. Each one has its own noise. */
const SLIGHT_TURNS: readonly number[] = [-2, 3];

/** Each pixel of the screen is one of the picture. */
const SCREENSHOT = { barPx: 1, margin: 1, quality: 'png' } as const;

export const LEVELS: readonly Level[] = [
  level('as it is', 'sharp, straight', {}, 1),
  ...series([5, 10, 15, 20, 25, 30, 35, 40, 45], [0.9, 0.8, 0.8, 0.8, 0, 0.8, 0, 0, 0.8], turned),
  {
    kind: 'turned',
    how: 'by 90°, 180°, 270°',
    damages: [90, 180, 270].map((by) => ({ turnedBy: by })),
    floor: 1,
  },
  ...series([2, 1.5, 1.25, 1, 0.8], [0.9, 0.8, 0.6], (barPx, floor) =>
    level('small', `narrowest bar ${barPx} px`, { barPx }, floor),
  ),
  ...series([10, 20, 30, 40], [0.9, 0.7], (skewedBy, floor) =>
    level('skewed', `by ${skewedBy}°`, { skewedBy }, floor),
  ),
  ...series([0.5, 0.25, 0.12, 0.06], [0.9, 0.8], (light, floor) =>
    level('dark', `${light * 100} % of the light`, { light, noise: 6 }, floor),
  ),
  ...series([0.5, 0.25, 0.12], [0.9, 0.8], (contrast, floor) =>
    level('faint', `${contrast * 100} % of the contrast`, { contrast, noise: 6 }, floor),
  ),
  ...series([0.5, 0.75, 1, 1.25], [0.9, 0.6], (blurBars, floor) =>
    level('blurred', `by ${blurBars} bars`, { blurBars }, floor),
  ),
  ...series([30, 60, 90, 120], [0.9, 0.6], (noise, floor) =>
    level('noisy', `±${noise} of 255`, { noise }, floor),
  ),
  ...series([50, 25, 15, 8], [0.9, 0.8], (quality, floor) =>
    level('JPEG', `quality ${quality}`, { quality, noise: 8 }, floor),
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
    ...level('Apple box', 'together, mild', {
      barPx: 2.5,
      skewedBy: 4,
      light: 0.7,
      blurBars: 0.3,
      noise: 8,
    }),
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

/** Levels of one kind, each with its floor; those after the last floor have none. */
function series(
  values: readonly number[],
  floors: readonly number[],
  make: (value: number, floor?: number) => Level,
): readonly Level[] {
  return values.map((value, index) => make(value, floors[index]));
}

function level(kind: string, how: string, damage: Partial<Damage>, floor?: number): Level {
  const damages = SLIGHT_TURNS.map((turnedBy, seed) => ({ turnedBy, ...damage, seed }));
  return { kind, how, damages, ...(floor !== undefined && { floor }) };
}

/** Pictures that lean by these degrees to one side, and sideways ones that lean to the other. */
function turned(lean: number, floor?: number): Level {
  const damages = [lean, 270 - lean].map((turnedBy) => ({ turnedBy }));
  return {
    kind: 'turned',
    how: `leaning by ${lean}°`,
    damages,
    ...(floor !== undefined && { floor }),
  };
}
