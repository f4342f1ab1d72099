const CELLS = 10;

/** A bar of ten cells that shows a part of a whole. A part above zero fills at least one cell. */
export function bar(part: number, whole: number): string {
  const share = whole <= 0 ? 0 : Math.min(Math.max(part / whole, 0), 1);
  const full = share > 0 ? Math.max(1, Math.floor(share * CELLS)) : 0;
  return '█'.repeat(full) + '░'.repeat(CELLS - full);
}
