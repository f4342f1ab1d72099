/** Most characters that a text has which is searched: what an option of text takes. */
const MOST_CHARACTERS = 100_000;

/** A line of a text in which this IMEI is found again, with its label. */
export function lineWith(label: string | undefined, imei: string): string {
  return label === undefined ? imei : `${label}: ${imei}`;
}

/** The first lines, as many as one text may have. */
export function heldLines(lines: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS;
  const beyond = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return beyond < 0 ? lines : lines.slice(0, beyond);
}
