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

/** One code on a picture. */
export interface Barcode {
  /** The content; GS1 content has its application identifiers in parentheses. */
  readonly text: string;
  /** The family of the code. */
  readonly symbology: Symbology;
  /** The corner that is upper left for a reader of the upright label. */
  readonly topLeft: Point;
  /** The upper right corner. */
  readonly topRight: Point;
  /** The lower left corner. */
  readonly bottomLeft: Point;
}

/** Whether a code is made of bars rather than squares. */
export function isLinear({ symbology }: Barcode): boolean {
  return symbology !== 'DataMatrix' && symbology !== 'QRCode';
}

/** Returns a code with its corners mapped by `place`. */
export function moved(code: Barcode, place: (point: Point) => Point): Barcode {
  return {
    ...code,
    topLeft: place(code.topLeft),
    topRight: place(code.topRight),
    bottomLeft: place(code.bottomLeft),
  };
}
