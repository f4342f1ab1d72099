/** Scripts in the picture's font, and what all scripts share: digits, spaces, punctuation. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Whether the picture's font can draw a text: DejaVu Sans has no Devanagari and no Chinese. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text);
}
