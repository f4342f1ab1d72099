import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBot } from '../../src/bot/run.ts';
import type { Adapter, Request } from '../../src/core/adapter.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { imeiOf } from '../support/imeis.ts';
import { emptyDirectory, eventually } from '../support/process/process-main.ts';
import { parseConfig } from '../support/settings.ts';

const ADMIN = 'console:user:local';
const IMEIS = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 720)).join(' ');
const FAILING = 'My database isn’t working.';

/** The whole bot on the sandbox, and somebody who asks it and presses what it shows. */
async function startOn(environment: Readonly<Record<string, string>>) {
  const configured = parseConfig({ ...environment, ADMINS: ADMIN, SHUTDOWN_GRACE: '1s' });
  if (!configured.ok) throw new Error(configured.problems.join('\n'));
  const lines: string[] = [];
  let receive: Parameters<Adapter['start']>[0] = async () => 'not-persisted';
  const adapter = fakeAdapter({
    platform: 'console',
    start: async (handed) => {
      receive = handed;
    },
    reopen: async () => async () => ({}),
  });
  const bot = await startBot({
    config: configured.config,
    clock: systemClock,
    log: createLog({
      ...{ level: 'info', secrets: [], readable: false },
      destination: { write: (line) => lines.push(line) },
    }),
    platforms: [{ create: async () => adapter }],
  });
  onTestFinished(bot.stop);
  let asked = 0;
  const send = async (ask: Request['ask']): Promise<ShownReply> => {
    asked += 1;
    const id = `console:${asked}`;
    let last: ShownReply | undefined;
    const request: Request = {
      ...{ id, ask, requester: ADMIN, scopes: [], locale: 'en', visibility: 'private', target: {} },
    };
    await receive(request, async (reply, state) => {
      if (state.last) last = reply;
      return { message: 1 };
    });
    await eventually(() => last !== undefined);
    if (last === undefined) throw new Error('no reply');
    return last;
  };
  return {
    lines,
    say: (name: string, text = '') => send({ kind: 'command', name, options: { kind: 'text', text } }),
    press: ({ actions }: ShownReply, label: string) => {
      const token = actions.find((action) => action.label === label)?.token;
      if (token === undefined) throw new Error(`no button ${label}: ${actions.map((one) => one.label)}`);
      return send({ kind: 'press', token });
    },
  };
}

type Talk = Awaited<ReturnType<typeof startOn>>;

/** What is said while the store is away: by all that is in it, that it is away, and by the others what they always say. */
async function expectToSaySo(talk: Talk, takeAway: () => Promise<void>): Promise<void> {
  const { say, press, lines } = talk;
  const one = await say('imei', imeiOf('49015420', 719));
  const list = await say('imei', IMEIS);
  const recent = await say('recent');
  await takeAway();
  await eventually(() => lines.some((line) => line.includes('The store fails')));
  const said: Record<string, string> = {};
  for (const name of ['recent', 'forget', 'quota']) said[name] = textOf(await say(name));
  for (const reply of [one, list, recent])
    for (const { label } of reply.actions) said[label] = textOf(await press(reply, label));
  expect(said).toEqual(
    Object.fromEntries(Object.keys(said).map((name) => [name, expect.stringContaining(FAILING)])),
  );
  expect(Object.keys(said).length).toBeGreaterThan(8);
  for (const name of ['help', 'privacy']) expect(textOf(await say(name))).not.toContain(FAILING);
  expect(lines.join('')).not.toContain('A command broke');
}

const textOf = ({ title, summary }: ShownReply): string => `${title}\n${summary}`;

describe('while the store is away, each command that needs it says so', () => {
  it('of a file', async () => {
    const file = join(await emptyDirectory(), 'store.sqlite');
    const talk = await startOn({ STORE_URL: `sqlite://${file}` });
    await expectToSaySo(talk, async () => {
      await rename(file, `${file}.away`);
      await mkdir(file);
    });
  });
});
