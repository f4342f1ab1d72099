import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listLanguages } from '../src/format/words/catalogue.ts';
import { HISTORY_KEPT_MS } from '../src/history/history.ts';
import { BUTTONS_KEPT_MS } from '../src/requests/buttons.ts';
import { DOCUMENTS, PAGES, readDocument as read } from './support/documents.ts';
import { parseConfig, VARIABLE_NAMES } from './support/settings.ts';

const ROOT = new URL('../', import.meta.url);
const scripts: Record<string, string> = {
  ...JSON.parse(read('package.json')).scripts,
  ...JSON.parse(read('bench/package.json')).scripts,
};

/** What a heading is linked by, as GitHub makes it. */
function anchorsOf(document: string): string[] {
  return [...read(document).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(DOCUMENTS)('%s', (document) => {
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
  it.each(PAGES)('leads to %s', (page) => {
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

describe('PRIVACY.md', () => {
  const DAY_MS = 86_400_000;
  const daysOf = (what: string): number => {
    const [, time = '', unit = ''] =
      new RegExp(`${what}[^|]*\\|[^|]*?(\\d+) (day|hour)`).exec(read('PRIVACY.md')) ?? [];
    return Number(time) / (unit === 'hour' ? 24 : 1);
  };

  it('says of each thing how long it is kept by default', () => {
    const configured = parseConfig({});
    if (!configured.ok) throw new Error(configured.problems.join());
    const { requestMaxAgeMs, cache } = configured.config;
    expect(daysOf('your question')).toBe(requestMaxAgeMs / DAY_MS);
    expect(daysOf('answers, not filed')).toBe(cache.foundTtlMs / DAY_MS);
    expect(read('PRIVACY.md')).toContain(`“not found” ${cache.notFoundTtlMs / DAY_MS} days`);
    expect(daysOf('your last 50 checks')).toBe(HISTORY_KEPT_MS / DAY_MS);
    expect(daysOf('what the buttons')).toBe(BUTTONS_KEPT_MS / DAY_MS);
  });
});
