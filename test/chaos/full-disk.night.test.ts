import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { startBotProcess } from '../support/chaos/child.ts';
import { chaosEnvironment } from '../support/chaos/environment.ts';
import { makeKnownAt } from '../support/checks/known-store.ts';
import { imeiOf } from '../support/imeis.ts';
import { canFillDisk, fillDiskFor, freeDiskFor } from '../support/process/full-disk.ts';
import { emptyDirectory, eventually } from '../support/process/process-main.ts';

const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000 } as const;
const SERIALS = [2, 3, 4, 5, 6];

it.skipIf(!canFillDisk)(
  'on a full disk nothing is sent, kept answers come, and what waited is answered when there is room again',
  { timeout: 60_000 },
  async () => {
    const sandbox = await startSandbox({ limits: LIMITS, delay: 5 });
    onTestFinished(() => sandbox.close());
    const storeUrl = `sqlite://${join(await emptyDirectory(), 'bot.sqlite')}`;
    await makeKnownAt(storeUrl);
    const answered = new Set<string>();
    const bot = startBotProcess({
      built: inject('built'),
      environment: chaosEnvironment({ sandbox, limits: LIMITS, requestTimeoutMs: 3_000, storeUrl }),
      onTold: (told) => {
        if (told.kind === 'shown' && told.last) answered.add(told.id);
      },
      onLog: () => undefined,
    });
    onTestFinished(async () => void (await bot.end('SIGKILL')));
    await bot.ready;
    const ask = (id: string, serial: number): void =>
      bot.ask({
        ...{ id, command: 'imei', requester: `parent:user:${serial}` as const },
        values: { imei: imeiOf('49015420', serial), fresh: false },
      });
    ask('1', 1);
    await eventually(() => answered.has('1'));
    fillDiskFor(bot.pid);
    for (const serial of SERIALS) ask(String(serial), serial);
    ask('kept', 1);
    await eventually(() => answered.has('kept'));
    await delay(3_000);
    expect(sandbox.arrivals).toHaveLength(1);
    freeDiskFor(bot.pid);
    await eventually(() => SERIALS.every((serial) => answered.has(String(serial))));
    expect(sandbox.arrivals).toHaveLength(1 + SERIALS.length);
  },
);
