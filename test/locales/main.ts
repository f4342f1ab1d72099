import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { declarationOf, messagesOf } from './messages.ts';

// `npm run locales`, in the folder of the package: writes the declaration of the keys, and lists
// what is not translated.
const read = (file: string) => JSON.parse(readFileSync(`locales/${file}`, 'utf8'));
const english = read('en.json');
writeFileSync('locales/messages.d.ts', declarationOf(english));
for (const file of readdirSync('locales').filter((name) =>
  /^[a-z]{2,3}(?:-\w+)*\.json$/u.test(name),
)) {
  const texts = read(file);
  const missing = Object.keys(messagesOf(english)).filter((key) => !Object.hasOwn(texts, key));
  process.stdout.write(
    `${file}: ${missing.length === 0 ? 'complete' : `not translated: ${missing.join(' ')}`}\n`,
  );
}
