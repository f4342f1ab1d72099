/**
 * Colours on their own background, which does not depend on the chat. Texts have a contrast of 4.5 : 1 to it and shapes one of
 * 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11); the grid may be fainter.
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
