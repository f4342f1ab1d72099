import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listLanguages } from '../src/format/words/catalogue.ts';
import { parseConfig, VARIABLE_NAMES } from './support/settings.ts';

const ROOT = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const pages = readdirSync(new URL('docs/', ROOT))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const documents = ['README.md', 'CONTRIBUTING.md', 'src/README.md', ...pages];
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

/** What a heading is linked by, as GitHub makes it. */
function anchorsOf(document: string): string[] {
  return [...read(document).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(documents)('%s', (document) => {
  const url = new URL(document, ROOT);
  const text = read(document);

  it('names only scripts that exist', () => {
    const named = [...text.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short ?? '',
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('links only to what is there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?/g)];
    for (const [link, path = '', anchor] of links) {
      const to = path === '' ? url : new URL(path, url);
      expect(existsSync(to), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(to.href.slice(ROOT.href.length)), link).toContain(anchor);
    }
  });

  it('names only files and folders that are there, but for those a recipe makes', () => {
    const made = /NAME|^commands\/hello\.ts$|^locales\/xx\.json$/;
    const paths = [
      ...text.matchAll(/(?<![\w./[-])(?:src|test|commands|locales|docs|deploy|\.ci)\/[\w./-]*\w/g),
    ].map(([path]) => path);
    expect(paths.filter((path) => !made.test(path) && !existsSync(new URL(path, ROOT)))).toEqual([]);
  });
});

describe('the README', () => {
  it.each(pages)('leads to %s', (page) => {
    expect(read('README.md')).toContain(`](${page})`);
  });
});

describe('docs/settings.md', () => {
  it('lists every variable, with the default it really has', () => {
    const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` +\| +(.*?) *\|/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(rows.map(([name]) => name).sort()).toEqual([...VARIABLE_NAMES].sort());
    const told = Object.fromEntries(
      rows.flatMap(([name, value]) => (value.startsWith('`') ? [[name, value.replaceAll('`', '')]] : [])),
    );
    expect(parseConfig(told)).toEqual(parseConfig({}));
  });
});

describe('docs/use.md', () => {
  it('names every language that the bot speaks', () => {
    const [, section = ''] = /^## Languages\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(read('docs/use.md')) ?? [];
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const language of listLanguages()) expect(section).toContain(names.of(language));
  });
});
