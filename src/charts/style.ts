/**
 * Colours on a background of their own, not the chat's. Contrast to it: 4.5 : 1 for texts, 3 : 1 for shapes
 * (WCAG 2.2, 1.4.3 and 1.4.11). The grid may be fainter.
 */
export const COLORS = {
  ground: '#ffffff',
  border: '#cbd2d9',
  grid: '#e4e7eb',
  monthStart: '#9aa5b1',
  strong: '#1f2933',
  quiet: '#52606d',
  left: '#1d4ed8',
  rise: '#7b8794',
  warning: '#b91c1c',
  paid: '#9a3412',
  saved: '#2a9082',
} as const;
