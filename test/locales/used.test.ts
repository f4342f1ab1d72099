import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { catalogueOf } from '../../src/format/words/catalogue.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every key that the code names, as a pattern where a part of it is known only when it runs. */
function keysInCode(): readonly RegExp[] {
  const code = ['src', 'commands'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  );
  const named = code.flatMap((text) =>
    [...text.matchAll(/'([\w.-]+)'|`([\w.-]*(?:\$\{[^}]*\}[\w.-]*)+)`/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  );
  return [...new Set(named)].map(
    // A title and a summary are named by what they stand below.
    (key) =>
      new RegExp(
        `^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}(?:\\.title|\\.summary)?$`,
        'u',
      ),
  );
}

it('every English text is said somewhere, so that nobody translates one that is not', () => {
  // A pattern that would fit any key names none.
  const keys = keysInCode().filter((pattern) => !pattern.test('qq') && !pattern.test('qq.qq.qq'));
  const unsaid = Object.keys(catalogueOf('en'))
    .filter((key) => !key.startsWith('commands.'))
    .filter((key) => !/^\w+$/.test(key) && !keys.some((pattern) => pattern.test(key)));
  expect(unsaid).toEqual([]);
});
