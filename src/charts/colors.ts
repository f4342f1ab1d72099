/**
 * The colours of a picture. It has a ground of its own, since the chat behind it may be dark or light. Texts keep a
 * contrast of 4.5 : 1 to the ground and shapes one of 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11); a grid only has to be felt.
 */
export const GROUND = '#ffffff';
export const BORDER = '#cbd2d9';
export const GRID = '#e4e7eb';
export const MONTH_START = '#9aa5b1';

export const TEXTS = { strong: '#1f2933', quiet: '#52606d' } as const;

export const SHAPES = {
  left: '#1d4ed8',
  rise: '#7b8794',
  warning: '#b91c1c',
  paid: '#9a3412',
  saved: '#2a9082',
} as const;
