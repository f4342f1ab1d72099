/** The checks left at one time. */
export interface Point {
  readonly at: number;
  readonly left: number;
}

/** What a quota picture shows. Times are milliseconds since 1970; the time axis goes from `from` to `to`. */
export interface QuotaPicture {
  readonly from: number;
  readonly to: number;
  /** A label for each day, at its first millisecond; the axis shows some of them. */
  readonly dates: readonly { readonly at: number; readonly text: string }[];
  /** Parts in which the figure only falls. Each is drawn as one line, also across hours without a figure. */
  readonly stretches: readonly (readonly Point[])[];
  /** Pairs of points between which the figure rose, for example in a new month. */
  readonly rises: readonly (readonly [Point, Point])[];
  /** A straight line from the latest figure; undefined without a forecast. */
  readonly forecast?: { readonly from: Point; readonly end: Point } | undefined;
  /** When the key expires; undefined if that is outside the time axis. */
  readonly expiresAt?: number | undefined;
  /** The checks of each day, at its first millisecond. */
  readonly days: readonly { readonly at: number; readonly paid: number; readonly saved: number }[];
  /** In the reader's language, if the font can draw it. */
  readonly texts: PictureTexts;
  /** How numbers are written. */
  readonly numbers: NumberSigns;
}

/** The texts of a picture. A legend is undefined if its part is not shown. */
export interface PictureTexts {
  readonly title: string;
  /** What is left now; shown next to the title. */
  readonly now: string;
  readonly left: string;
  /** Legend of the rises. */
  readonly rise?: string | undefined;
  /** Legend of the forecast's line. */
  readonly pace?: string | undefined;
  /** Text at the end of the forecast. */
  readonly end?: string | undefined;
  /** Legend of the key's expiry. */
  readonly expires?: string | undefined;
  readonly days: string;
  readonly paid: string;
  readonly saved: string;
  /** Small print in the lower left corner. */
  readonly mark: string;
  /** Small print in the lower right corner. */
  readonly asOf: string;
}

/** The signs with which a language writes numbers. */
export interface NumberSigns {
  readonly decimal: string;
  readonly group: string;
  /** The ten digits from 0. */
  readonly digits: readonly string[];
}

/** The scripts of the font, and the digits, spaces and punctuation that all scripts share. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Whether the font can draw a text: DejaVu Sans has no Devanagari and no Chinese. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text);
}
