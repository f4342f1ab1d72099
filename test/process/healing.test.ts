import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startBot } from '../../src/bot/run.ts';
import type { Adapter, Request, Show } from '../../src/core/adapter.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { isNight } from '../support/nightly.ts';
import { emptyDirectory, eventually } from '../support/process/process-main.ts';
import { parseConfig } from '../support/settings.ts';

const REQUEST: Request = {
  id: 'slow:1',
  ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '490154203237518' } },
  requester: 'slow:user:1',
  scopes: [],
  locale: 'en',
  visibility: 'private',
  target: { message: 1 },
};
/** Looks at the store 40 times as often. */
const quick: Clock = {
  ...systemClock,
  sleep: (ms, ...more) => systemClock.sleep(ms / 40, ...more),
  later: (ms, ...more) => systemClock.later(ms / 40, ...more),
};

let file: string;
let lines: string[];
let answers: string[];
let shows: number;

beforeEach(async () => {
  file = join(await emptyDirectory(), 'store.sqlite');
  lines = [];
  answers = [];
  shows = 0;
});

const told = (text: string): number => lines.filter((line) => line.includes(text)).length;

/** A directory stands where the file was: nothing can be read or written any more. */
async function breakStore(): Promise<void> {
  const before = told('The store fails');
  await rename(file, `${file}.away`);
  await mkdir(file);
  await eventually(() => told('The store fails') > before);
}

async function mendStore(): Promise<void> {
  const before = told('store-healed');
  await rmdir(file);
  await rename(`${file}.away`, file);
  await eventually(() => told('store-healed') > before);
}

/** Takes its time, as platforms do. */
const show: Show = async ({ title }, { last }) => {
  shows += 1;
  await systemClock.sleep(200);
  if (last) answers.push(title);
  return REQUEST.target;
};

async function start(
  during: { readonly creating?: () => Promise<void>; readonly connecting?: () => Promise<void> },
  showing: Show = show,
) {
  const configured = parseConfig({ STORE_URL: `sqlite://${file}` });
  if (!configured.ok) throw new Error(configured.problems.join('\n'));
  let receive: Parameters<Adapter['start']>[0] = async () => 'not-persisted';
  const slow: Adapter = {
    platform: 'slow',
    start: async (handed) => {
      receive = handed;
      await during.connecting?.();
    },
    readFile: () => Promise.reject(new Error('nobody sends files here')),
    reopen: async () => showing,
    connected: () => true,
    notify: async () => false,
    stop: async () => undefined,
  };
  const bot = await startBot({
    config: configured.config,
    clock: quick,
    log: createLog({
      level: 'info',
      secrets: [],
      readable: false,
      destination: { write: (line) => lines.push(line) },
    }),
    createPlatforms: async () => {
      await during.creating?.();
      return { adapters: [slow], mounts: [] };
    },
  });
  onTestFinished(bot.stop);
  return { stop: bot.stop, ask: () => receive(REQUEST, showing) };
}

/** A life that accepts a request and ends before its answer is shown. */
async function leaveOneOpen(): Promise<void> {
  const bot = await start({}, () => new Promise(() => undefined));
  await bot.ask();
  await bot.stop();
}

describe('a store that heals while the bot starts', () => {
  it.runIf(isNight)('counts as healed at once: what befalls it next is told again', async () => {
    await start({
      creating: async () => {
        await breakStore();
        await mendStore();
        await breakStore();
        await mendStore();
      },
    });
    expect(told('The store fails')).toBe(2);
    expect(lines.join('')).not.toContain('Cannot access');
  });

  it('is caught up with once: what the last life left open is answered one time', async () => {
    await leaveOneOpen();
    await start({
      creating: breakStore,
      connecting: async () => {
        await mendStore();
        await eventually(() => shows > 0);
      },
    });
    await eventually(() => answers.length > 0);
    await systemClock.sleep(500);
    expect(answers).toHaveLength(1);
  });

  it('is caught up with where it had healed before there was anything to catch up with', async () => {
    await leaveOneOpen();
    await start({
      creating: async () => {
        await breakStore();
        await mendStore();
      },
    });
    await eventually(() => answers.length > 0);
    expect(answers).toHaveLength(1);
  });
});
