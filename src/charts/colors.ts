/**
 * The background of a picture, independent of the chat's, which may be dark or light. Texts have a contrast of 4.5 : 1 to it
 * and shapes one of 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11); the grid may be fainter.
 */
export const GROUND = '#ffffff';
/** The line around the picture. */
export const BORDER = '#cbd2d9';
/** Grid lines. */
export const GRID = '#e4e7eb';
/** The lines at the start of a month. */
export const MONTH_START = '#9aa5b1';

/** Colours of texts, by importance. */
export const TEXTS = { strong: '#1f2933', quiet: '#52606d' } as const;

/** Colours of lines and bars, by what they show. */
export const SHAPES = {
  left: '#1d4ed8',
  rise: '#7b8794',
  warning: '#b91c1c',
  paid: '#9a3412',
  saved: '#2a9082',
} as const;
