/** A position in a picture, in pixels. */
export interface Point {
  /** From the left edge. */
  readonly x: number;
  /** From the upper edge. */
  readonly y: number;
}

/** The families of codes that are decoded: those on boxes, batteries and `*#06#` screens. */
export const SYMBOLOGIES = ['Code128', 'Code39', 'EANUPC', 'ITF', 'DataMatrix', 'QRCode'] as const;
/** One of {@link SYMBOLOGIES}. */
export type Symbology = (typeof SYMBOLOGIES)[number];

/** Where something is on a picture: a rectangle that may lie at any angle, by three corners. */
export interface Place {
  /** The corner that is upper left for a reader of the upright label. */
  readonly topLeft: Point;
  /** The upper right corner. */
  readonly topRight: Point;
  /** The lower left corner. */
  readonly bottomLeft: Point;
}

/** What words say that a code is: an IMEI, or something that has another name. */
export type CodeName = 'imei' | 'other';

/** One code on a picture. */
export interface Barcode extends Place {
  /** The content; GS1 content has its application identifiers in parentheses. */
  readonly text: string;
  /** The family of the code. */
  readonly symbology: Symbology;
  /** What the words beside it say that it is; undefined where none were read that say it. */
  readonly named?: CodeName;
  /** These words, where they name something else. */
  readonly words?: string;
  /** The slot that the words beside it give to an IMEI. */
  readonly slot?: 1 | 2;
}

/** Whether a code is made of bars rather than squares. */
export function isLinear({ symbology }: Barcode): boolean {
  return symbology !== 'DataMatrix' && symbology !== 'QRCode';
}

/** Returns something with its corners mapped by `place`. */
export function moved<One extends Place>(one: One, place: (point: Point) => Point): One {
  return {
    ...one,
    topLeft: place(one.topLeft),
    topRight: place(one.topRight),
    bottomLeft: place(one.bottomLeft),
  };
}
