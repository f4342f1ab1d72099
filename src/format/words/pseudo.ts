import { IntlMessageFormat } from 'intl-messageformat';

/** A made-up locale for tests and the console: English, longer and accented, so that what is in no catalogue shows. */
export const PSEUDO = 'en-XA';

/** A message as its parser has it. */
export type Ast = ReturnType<IntlMessageFormat['getAst']>;
type Part = Ast[number];

/** Frequent letters are doubled, which makes a text some 40 % longer, as much as translations are. */
const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', n: 'ññ', c: 'ç', y: 'ý' },
  ...{ A: 'Áá', E: 'Éé', I: 'Íí', O: 'Óó', U: 'Úú', N: 'Ññ', C: 'Ç', Y: 'Ý' },
};
/** What is the same in every language: commands, settings, what is to be dialled or typed, file names. */
const SAME = /((?<![\p{L}\p{N}])\/\w+|\b[A-Z][A-Z_\d]+=?|\b\w+=\w+|\b\w+\.txt\b)/u;
/** What a command or an option is called is short and has no accents. */
const NAME = /^(?:commands\.|discord\.publicOption\.).*name$/u;

/** An English text of a key in the made-up locale. */
export function pseudoMessage(key: string, english: string): string | Ast {
  if (NAME.test(key)) return english;
  return new IntlMessageFormat(english, 'en', undefined, { ignoreTag: true }).getAst().map(pseudoPart);
}

function pseudoPart(part: Part): Part {
  if (part.type === 0) return { ...part, value: pseudoText(part.value) };
  if (part.type === 5 || part.type === 6) {
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: option.value.map(pseudoPart) },
    ]);
    return { ...part, options: Object.fromEntries(options) };
  }
  return part;
}

function pseudoText(text: string): string {
  return text
    .split(SAME)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replace(/[a-z]/giu, (letter) => ACCENTED[letter] ?? letter),
    )
    .join('');
}
