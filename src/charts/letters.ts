/** Scripts the font of the pictures has, and what all scripts share: digits, spaces, punctuation. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Whether the font of the pictures has the letters of a text: DejaVu Sans has no Devanagari and no Chinese. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text);
}
