import type { Catalogue } from '../../src/format/words/catalogue.ts';
import { argumentsOf } from './arguments.ts';
import { messagesOf } from './messages.ts';

const HEAD = `// Written by \`npm run locales -- types\` from en.json: what each text takes.
export interface Messages {
`;

/** The declaration that makes the compiler check every key and every argument in the code. */
export function declarationOf(english: Catalogue): string {
  const lines = Object.entries(messagesOf(english)).map(
    ([key, message]) => `  readonly ${name(key)}: ${valuesOf(message)};\n`,
  );
  return `${HEAD}${lines.join('')}}\n`;
}

function valuesOf(message: string): string {
  const values = [...argumentsOf(message)].map(
    ([argument, kind]) => `readonly ${argument}: ${kind === 'number' ? 'number' : 'string'}`,
  );
  return values.length === 0 ? 'undefined' : `{ ${values.join('; ')} }`;
}

/** As the formatter writes it. */
function name(key: string): string {
  return /^\w+$/u.test(key) ? key : `'${key}'`;
}
