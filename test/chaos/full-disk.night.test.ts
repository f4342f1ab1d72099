import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { type BotProcess, startBotProcess } from '../support/chaos/child.ts';
import { chaosEnvironment } from '../support/chaos/environment.ts';
import { makeKnownAt } from '../support/checks/known-store.ts';
import { imeiOf } from '../support/imeis.ts';
import { canFillDisk, fillDiskFor } from '../support/process/full-disk.ts';
import { emptyDirectory, eventually } from '../support/process/process-main.ts';
import { mostWithin } from '../support/recorder.ts';

/** Longer than two processes take to start on a busy machine. */
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 120_000 } as const;

const ADMIN = 'parent:user:admin';
const LOOK = 'look ';

/** Processes on one store, one after the other. */
async function startLives() {
  const sandbox = await startSandbox({ limits: LIMITS, delay: 5 });
  onTestFinished(() => sandbox.close());
  const storeUrl = `sqlite://${join(await emptyDirectory(), 'bot.sqlite')}`;
  await makeKnownAt(storeUrl);
  const accepted = new Set<string>();
  const answered = new Set<string>();
  /** The most checks that were told to wait in line at a time. */
  let mostWaiting = 0;
  let isLooking = false;
  const live = async (): Promise<BotProcess> => {
    const bot = startBotProcess({
      built: inject('built'),
      environment: {
        ...chaosEnvironment({ sandbox, limits: LIMITS, requestTimeoutMs: 3_000, storeUrl }),
        PARENT_ADMIN: ADMIN,
      },
      onTold: (told) => {
        if (told.kind === 'accepted') accepted.add(told.id);
        if (told.kind !== 'shown') return;
        if (told.id.startsWith(LOOK)) isLooking = false;
        if (told.last) answered.add(told.id);
        const waiting = told.fields.find(({ label }) => label === 'Waiting in line')?.value ?? '0';
        mostWaiting = Math.max(mostWaiting, Number.parseInt(waiting, 10));
      },
      onLog: () => undefined,
    });
    onTestFinished(async () => void (await bot.end('SIGKILL')));
    await bot.ready;
    return bot;
  };
  /** Each as a person of their own. */
  const ask = (bot: BotProcess, serials: readonly number[]): void => {
    for (const serial of serials)
      bot.ask({
        ...{ id: String(serial), command: 'imei', requester: `parent:user:${serial}` },
        values: { imei: imeiOf('49015420', serial), fresh: false },
      });
  };
  /** One after the other: each waits for the key's status, and a person may have fifty open. */
  const look = (bot: BotProcess): void => {
    if (isLooking) return;
    isLooking = true;
    bot.ask({ id: `${LOOK}${randomUUID()}`, command: 'quota', values: {}, requester: ADMIN });
  };
  return { sandbox, accepted, answered, mostWaiting: () => mostWaiting, live, ask, look };
}

const serials = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

it.skipIf(!canFillDisk)(
  'what arrives stays within the limit where singles went out unwritten on a full disk, and the process was killed',
  { timeout: 180_000 },
  async () => {
    const { sandbox, accepted, answered, mostWaiting, live, ask, look } = await startLives();
    const first = await live();
    ask(first, [1]);
    await eventually(() => answered.has('1'));
    fillDiskFor(first.pid);
    ask(first, serials(2, 18));
    await eventually(() => sandbox.arrivals.length === LIMITS.perWindow);
    await first.end('SIGKILL');
    const next = await live();
    const later = serials(100, 19);
    ask(next, later);
    await eventually(() => later.every((serial) => accepted.has(String(serial))));
    // All of them wait, or some do not, as they should.
    await eventually(() => {
      look(next);
      return mostWaiting() >= 19 || sandbox.arrivals.length > LIMITS.perWindow;
    });
    const arrivals = sandbox.arrivals.map(({ at }) => at);
    expect(mostWithin(arrivals, LIMITS.windowMs)).toBe(LIMITS.perWindow);
    expect(sandbox.blocked).toBe(false);
  },
);
