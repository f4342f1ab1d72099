/** A place in a picture: pixels from its left and its upper edge. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The families of codes that are read: what boxes, batteries and `*#06#` screens have. */
export const SYMBOLOGIES = ['Code128', 'Code39', 'EANUPC', 'ITF', 'DataMatrix', 'QRCode'] as const;
export type Symbology = (typeof SYMBOLOGIES)[number];

/** One code on a picture. */
export interface Barcode {
  /** What it says; what is in the form of GS1 with its application identifiers in brackets. */
  readonly text: string;
  readonly symbology: Symbology;
  /** Its upper left, upper right and lower left corner as somebody sees them who reads the label upright. */
  readonly topLeft: Point;
  readonly topRight: Point;
  readonly bottomLeft: Point;
}

/** Whether a code is made of bars rather than of squares. */
export function isLinear({ symbology }: Barcode): boolean {
  return symbology !== 'DataMatrix' && symbology !== 'QRCode';
}

/** A code with its corners where `place` says. */
export function moved(code: Barcode, place: (point: Point) => Point): Barcode {
  return {
    ...code,
    topLeft: place(code.topLeft),
    topRight: place(code.topRight),
    bottomLeft: place(code.bottomLeft),
  };
}
