/**
 * Room for the pictures that one attempt after another lays out: sheet `index` with so many pixels, in which stands what
 * the attempt before has left. New ones for each attempt would lie about until the collector comes, 50 MB an attempt.
 */
export type Sheets = (index: 0 | 1 | 2, pixels: number) => Uint8Array<ArrayBuffer>;

/** Every sheet keeps the largest size it was asked for. */
export function createSheets(): Sheets {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  return (index, pixels) => {
    const sheet = kept[index];
    if (sheet !== undefined && sheet.length >= pixels) return sheet.subarray(0, pixels);
    const larger = new Uint8Array(pixels);
    kept[index] = larger;
    return larger;
  };
}
