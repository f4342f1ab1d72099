import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key in the code; in a template, a part of it is known only at run time. */
const KEY = /'([\w.-]+)'|`([\w.-]*(?:\$\{[^}]*\}[\w.-]*)+)`/g;

/** The English texts that the code never names, as `file: problem`. */
export function unusedTexts() {
  const keys = Object.keys(JSON.parse(readFileSync('locales/en.json', 'utf8')));
  const used = patternsInCode();
  return keys
    .filter((key) => key.includes('.') && !key.startsWith('commands.'))
    .filter((key) => !used.some((pattern) => pattern.test(key)))
    .map((key) => `locales/en.json: nothing uses ${key}`);
}

function patternsInCode() {
  const literals = ['src', 'commands'].flatMap(codeBelow).join('\n').matchAll(KEY);
  const names = new Set([...literals].map(([, plain, template]) => plain ?? template));
  return [...names]
    .map((name) => name.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+'))
    .map((name) => new RegExp(`^${name}(?:\\.title|\\.summary)?$`, 'u'))
    .filter((pattern) => !isTooWide(pattern));
}

/** A template that is nothing but its parts matches every key. */
function isTooWide(pattern) {
  return pattern.test('qq') || pattern.test('qq.qq.qq');
}

function codeBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
