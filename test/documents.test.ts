import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConsoleAdapter } from '../src/adapters/console/adapter.ts';
import { deferred } from '../src/core/promises.ts';
import { sayIn } from '../src/format/texts/say.ts';
import { type RunPlatform, startBot } from './support/bot.ts';
import { parseConfig, SETTING_NAMES } from './support/settings.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const names = [...SETTING_NAMES].sort();

describe('the README', () => {
  const readme = read('README.md');
  const [, transcript = ''] = /```transcript\n([\s\S]*?)```/.exec(readme) ?? [];
  const exchanges = transcript
    .split(/^imei> /m)
    .slice(1)
    .map((part) => {
      const [typed = '', ...reply] = part.split('\n');
      return { typed, reply: reply.join('\n').trim() };
    })
    .filter(({ reply }) => reply !== '');

  it('shows a transcript', () => {
    expect(exchanges.length).toBeGreaterThanOrEqual(2);
  });

  it.each(exchanges)('shows the real reply to “$typed”', async ({ typed, reply }) => {
    expect(await answer(typed)).toBe(reply);
  });

  it.each(['start', 'test'])('has one command for a fresh checkout: npm ci && npm %s', (script) => {
    expect(readme).toContain(`\`\`\`sh\nnpm ci && npm ${script}\n\`\`\``);
    expect(JSON.parse(read('package.json')).scripts).toHaveProperty(script);
  });
});

describe('CONTRIBUTING', () => {
  const examples = readdirSync(new URL('examples', import.meta.url)).filter(
    (name) => !name.includes('.night.'),
  );

  it.each(examples)('shows a test that runs: %s', (name) => {
    expect(read('CONTRIBUTING.md')).toContain(`\`\`\`ts\n${read(`test/examples/${name}`)}\`\`\``);
  });
});

describe('a document', () => {
  const pages = ['', 'docs', 'docs/decisions', 'src', 'test/model', 'test/photos'].flatMap(
    (folder) =>
      readdirSync(new URL(`../${folder}`, import.meta.url))
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(folder, name)),
  );
  const anchorsIn = (text: string): readonly string[] =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );

  it.each(pages)('links to files and headings that exist: %s', (page) => {
    const text = read(page);
    const links = [
      ...text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g),
      ...text.matchAll(/src(?:set)?="([^"]+)"/g),
    ];
    for (const [link, path = '', anchor = ''] of links) {
      const target = path === '' ? page : join(dirname(page), path);
      expect(existsSync(new URL(`../${target}`, import.meta.url)), link).toBe(true);
      if (anchor !== '') expect(anchorsIn(read(target)), link).toContain(anchor);
    }
  });

  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
    'names scripts that npm has: %s',
    (page) => {
      const scripts = ['.', 'bench', 'bench/mutation'].flatMap((path) =>
        Object.keys(JSON.parse(read(`${path}/package.json`)).scripts),
      );
      for (const [, name] of read(page).matchAll(/npm run (?!--)([\w:-]+)/g)) {
        expect(scripts).toContain(name);
      }
    },
  );
});

it('the index of the decisions names every page', () => {
  const pages = readdirSync(new URL('../docs/decisions', import.meta.url));
  const index = read('docs/decisions/README.md');
  const named = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page);
  expect(named.sort()).toEqual(pages.filter((page) => page !== 'README.md').sort());
});

describe('.env.example', () => {
  const example = read('.env.example');

  it('has every variable, with a comment and its default', () => {
    const entries = [...example.matchAll(/((?:^# .*\n)+)^([A-Z_]+)=(.*)$/gm)];
    expect(entries.map(([, , name]) => name).sort()).toEqual(names);
    for (const [, comment, name, value] of entries) {
      expect(comment, name).toMatch(
        value === '' ? /Empty:|Needed with/ : new RegExp(`Default:\\s(# )?${value}`),
      );
    }
  });

  it('changes nothing if it is copied as it is', () => {
    expect(parseConfig(parseEnv(example) as Record<string, string>)).toEqual(parseConfig({}));
  });
});

describe('docs/settings.md', () => {
  it('lists every variable with its real default', () => {
    const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` +\| +(.*?) *\|/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(rows.map(([name]) => name).sort()).toEqual(names);
    const defaults = Object.fromEntries(
      rows.flatMap(([name, value]) =>
        value.startsWith('`') ? [[name, value.replaceAll('`', '')]] : [],
      ),
    );
    expect(parseConfig(defaults)).toEqual(parseConfig({}));
  });
});

/** The bot as `npm start` runs it on a fresh checkout, with a pipe instead of a terminal. */
async function answer(line: string): Promise<string> {
  const output = new PassThrough();
  const ended = deferred<number>();
  const create: RunPlatform['create'] = async ({ commands }) =>
    new ConsoleAdapter({
      input: new PassThrough(),
      output,
      errorOutput: new PassThrough(),
      json: false,
      onlyLine: line,
      greeting: '',
      say: sayIn('en'),
      locale: 'en',
      commands,
      onEnded: ended.resolve,
    });
  await startBot({}, { platforms: [{ name: 'console', create }] });
  await ended.promise;
  return String(output.read() ?? '').trim();
}
