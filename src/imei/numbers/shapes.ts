/** A way to print an IMEI in groups. */
export interface Shape {
  readonly sizes: readonly number[];
  readonly example: string;
  /**
   * No other long group may be next to these. Other numbers, such as the ICCID
   * 8949 0200 0012 3456 789, have such groups as well.
   */
  readonly standsAlone?: boolean;
  /**
   * Any sign may be between the groups, if it is the same between all. Not for groups that a list
   * or a row of a table may have as well: `528, 720, 144, 393, 705`.
   */
  readonly takesAnySigns?: boolean;
}

/** A group with this many digits or more is long. */
export const LONG_GROUP = 3;

const WITH_CHECK_DIGIT: readonly Shape[] = [
  { sizes: [2, 6, 6, 1], example: '35-209900-176148-1', takesAnySigns: true },
  { sizes: [8, 6, 1], example: '35209900 176148 1', takesAnySigns: true },
  { sizes: [6, 2, 6, 1], example: '352099-00-176148-1', takesAnySigns: true },
  { sizes: [14, 1], example: '35209900176148 1' },
  { sizes: [8, 7], example: '35209900 1761481' },
  { sizes: [5, 5, 5], example: '35209 90017 61481', standsAlone: true },
  { sizes: [3, 3, 3, 3, 3], example: '352 099 001 761 481', standsAlone: true },
  { sizes: [4, 4, 4, 3], example: '3520 9900 1761 481', standsAlone: true },
  { sizes: [6, 6, 3], example: '352099 001761 481', standsAlone: true },
  { sizes: [2, 2, 2, 2, 2, 2, 2, 1], example: '35 20 99 00 17 61 48 1' },
];

const WITH_SOFTWARE_VERSION: readonly Shape[] = [
  { sizes: [2, 6, 6, 2], example: '35-209900-176148-78' },
  { sizes: [8, 6, 2], example: '35209900 176148 78' },
  { sizes: [6, 2, 6, 2], example: '352099-00-176148-78' },
];

const WITH_NEITHER: readonly Shape[] = [
  { sizes: [14], example: '35209900176148' },
  { sizes: [2, 6, 6], example: '35-209900-176148' },
  { sizes: [8, 6], example: '35209900 176148' },
  { sizes: [6, 2, 6], example: '352099-00-176148' },
  { sizes: [4, 4, 4, 2], example: '3520 9900 1761 48', standsAlone: true },
];

/**
 * Printed forms of IMEIs; earlier ones are tried first. Groups with a right check digit and one
 * separator need no shape, so these are for wrong and missing check digits and mixed separators.
 */
export const SHAPES: readonly Shape[] = [
  ...WITH_CHECK_DIGIT,
  ...WITH_SOFTWARE_VERSION,
  ...WITH_NEITHER,
];

export const SHAPES_WITH_ANY_SIGNS = SHAPES.filter(({ takesAnySigns = false }) => takesAnySigns);
