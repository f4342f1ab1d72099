import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createConsoleAdapter } from '../src/adapters/console/adapter.ts';
import { startBot } from '../src/bot/run.ts';
import { systemClock } from '../src/core/clock.ts';
import { LANGUAGES, wordsFor } from '../src/format/words/words.ts';
import { createLog } from '../src/ops/log/log.ts';
import { parseConfig, VARIABLE_NAMES } from './support/settings.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const scripts: Record<string, string> = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).scripts;

/** What the README shows of a chat: each line typed, and what came back. */
function transcript(): { typed: string; reply: string }[] {
  const text = /```transcript\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  return text
    .split(/^imei> /m)
    .slice(1)
    .map((part) => {
      const [typed = '', ...reply] = part.split('\n');
      return { typed, reply: reply.join('\n').trim() };
    });
}

/** The bot as `npm start` runs it on a fresh checkout, with a pipe in the place of the terminal. */
async function answer(line: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-readme-'));
  const configured = parseConfig({ STORE_URL: `sqlite://${join(directory, 'bot.sqlite')}` });
  if (!configured.ok) throw new Error(configured.problems.join());
  const output = new PassThrough();
  let ended: Promise<number> | undefined;
  const bot = await startBot({
    config: configured.config,
    clock: systemClock,
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    createPlatforms: async ({ commands }) => {
      const console = createConsoleAdapter({
        input: new PassThrough(),
        output,
        errorOutput: new PassThrough(),
        interactive: false,
        colors: false,
        json: false,
        once: line,
        commandNames: commands.map(({ name }) => name),
        textCommand: 'imei',
        words: wordsFor('en').console,
        locale: 'en',
        columns: () => 120,
      });
      ended = console.ended;
      return { adapters: [console.adapter], mounts: [] };
    },
  });
  await ended;
  await bot.stop();
  await rm(directory, { recursive: true });
  return String(output.read() ?? '').trim();
}

describe('the README', () => {
  const lines = transcript().filter(({ reply }) => reply !== '');

  it('shows a transcript', () => {
    expect(lines.length).toBeGreaterThanOrEqual(2);
  });

  it.each(lines)('shows what really comes back for “$typed”', async ({ typed, reply }) => {
    expect(await answer(typed)).toBe(reply);
  });

  it('lists every variable, with the default it really has', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| +(.*?) *\|/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(rows.map(([name]) => name).sort()).toEqual([...VARIABLE_NAMES].sort());
    const told = Object.fromEntries(
      rows.flatMap(([name, value]) => (value.startsWith('`') ? [[name, value.replaceAll('`', '')]] : [])),
    );
    expect(parseConfig(told)).toEqual(parseConfig({}));
  });

  it('names every language that the bot speaks', () => {
    const [, section = ''] = /^## Languages\n([\s\S]*?)^## /m.exec(readme) ?? [];
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const language of LANGUAGES) expect(section).toContain(names.of(language));
  });
});

describe.each(['README.md', 'CONTRIBUTING.md', 'src/README.md'])('%s', (document) => {
  const url = new URL(`../${document}`, import.meta.url);
  const text = readFileSync(url, 'utf8');

  it('names only scripts that exist', () => {
    const named = [...text.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short ?? '',
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('links only to what is there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(new URL(link, url)))).toEqual([]);
  });

  it('names only files and folders that are there, but for those a recipe makes', () => {
    const made = /NAME|^commands\/hello\.ts$/;
    const paths = [...text.matchAll(/(?<![\w./[-])(?:src|test|commands|docs|\.ci)\/[\w./-]*\w/g)].map(
      ([path]) => path,
    );
    expect(paths.length).toBeGreaterThan(0);
    expect(
      paths.filter((path) => !made.test(path) && !existsSync(new URL(`../${path}`, import.meta.url))),
    ).toEqual([]);
  });
});
