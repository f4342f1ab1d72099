/** A moment (milliseconds since 1970) and the checks left at it. */
export interface Point {
  readonly at: number;
  readonly left: number;
}

/** What a picture of the quota shows: figures, and every word that stands in it. */
export interface QuotaPicture {
  /** What the time axis runs over, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Where the time axis has a date, and where a month begins. */
  readonly dates: readonly { readonly at: number; readonly text: string }[];
  readonly monthStarts: readonly number[];
  /** Unbroken stretches of figures; what lies between two of them is not known. */
  readonly stretches: readonly (readonly Point[])[];
  /** Where the figure rose between two looks, as it does in a new month. */
  readonly rises: readonly (readonly [Point, Point])[];
  readonly forecast?: { readonly from: Point; readonly end: Point } | undefined;
  /** When the key expires, where the time axis reaches that far. */
  readonly expiresAt?: number | undefined;
  /** Checks of each day, which is named by its first millisecond. */
  readonly days: readonly { readonly at: number; readonly paid: number; readonly saved: number }[];
  readonly texts: PictureTexts;
  readonly numbers: NumberSigns;
}

/** A text that is left out belongs to something that is not shown. */
export interface PictureTexts {
  readonly title: string;
  /** What is left now, beside the title. */
  readonly now: string;
  readonly left: string;
  readonly rise?: string | undefined;
  readonly pace?: string | undefined;
  readonly end?: string | undefined;
  readonly expires?: string | undefined;
  readonly days: string;
  readonly paid: string;
  readonly saved: string;
  /** Small print in the two lower corners. */
  readonly mark: string;
  readonly asOf: string;
}

/** How a language writes numbers. */
export interface NumberSigns {
  readonly decimal: string;
  readonly group: string;
  /** The ten digits from 0. */
  readonly digits: readonly string[];
}
