import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createConsoleAdapter } from '../src/adapters/console/adapter.ts';
import { startBot } from '../src/bot/run.ts';
import { systemClock } from '../src/core/clock.ts';
import { sayIn } from '../src/format/words/say.ts';
import { createLog } from '../src/ops/log/log.ts';
import { parseConfig } from './support/settings.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
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
        greeting: '',
        say: sayIn('en'),
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

  it('is what a newcomer reads at once', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(200);
  });
});
