/** Between sentences: a stop with a space behind it, or one that needs none. */
const BETWEEN = /(?<=[.!?।؟:])\s+|(?<=[。！？])\s*|\n/u;

/** The sentences that a text says twice in a row. */
export function saidTwice(text: string): readonly string[] {
  const sentences = text.split(BETWEEN).filter((one) => one !== '');
  return sentences.filter((one, index) => one === sentences[index - 1]);
}
