/**
 * The word for an IMEI as people write it, in lower case: in letters that look like Latin ones, as a Turkish keyboard has them, and in
 * other scripts.
 */
export const IMEI_WORDS: readonly string[] = [
  ...['imei', 'ımeı', 'i\u0307mei\u0307', 'імеі', 'ιμει', 'имеи', 'имей', 'имэй'],
  ...[
    '串号',
    '串號',
    '串码',
    '串碼',
    'आईएमईआई',
    'आइएमईआई',
    'আইএমইআই',
    'آيمي',
    'الآيمي',
    'ايمي',
    'الايمي',
    'آیمی',
  ],
];

/**
 * In these scripts a word may be part of another, as “имейл” is, or of a name. No raw string: the bundle would keep letters in it that
 * take two bytes each, and the whole file with them.
 */
const IN_OTHER_SCRIPTS = `(?<!\\p{L})(?:име[ий]|имэ[ий]|(?:ال)?[اآ][يی]م[يی])(?!\\p{L})|串[号號码碼]|आ[ईइ]एमईआई|আইএমইআই`;

/** The word where only letters of its own script can have been read as that. */
export const FOREIGN_IMEI_WORD = new RegExp(IN_OTHER_SCRIPTS, 'iu');

/** The word anywhere in a text, such as in `deviceImei2`, also of letters that look alike. */
export const IMEI_WORD = new RegExp(
  `[iıİіι]\u0307?[mмμ][eеε][iıİіι]\u0307?(?:sv)?|${IN_OTHER_SCRIPTS}`,
  'iu',
);
