import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { ServiceFailureCode } from '../../src/provider/errors.ts';
import type { FaultKind } from '../../src/sandbox/faults/faults.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { createSqliteStore } from '../support/store/sqlite-store.ts';

const IMEI = testImei(1);

describe('what may have been paid for', () => {
  const FAULTS =
    'time-out timeout|reset reset|server-error-503 server-error|html-page unreadable|truncated unreadable|huge-body unreadable|unexpected-shape unexpected|redirect redirect';
  const faults = FAULTS.split('|').map((row) => row.split(' ') as [FaultKind, ServiceFailureCode]);
  it.each(faults)(
    '%s is never sent again by itself, also when the request is taken up again',
    async (kind, code) => {
      const requestTimeoutMs = kind === 'time-out' ? 1_000 : 10_000;
      const { check, service, checks } = await startChecking({ settings: { requestTimeoutMs } });
      service.fail({ kind, times: 1 });
      for (const paid of ['maybe', 'maybe'])
        await expect(check(IMEI, { requestId: 'test:same' })).rejects.toMatchObject({ code, paid });
      expect(service.arrivals).toHaveLength(1);
      expect((await checks.usage()).today.inDoubt).toBe(1);
      expect((await check(IMEI, { requestId: 'test:by a person' })).found).toBe(true);
    },
  );
});

it('a hundred people who ask at once pay once, and leave no IMEI to be read in the file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-checks-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'bot.sqlite');
  const store = createSqliteStore(`sqlite://${file}`, systemClock);
  const { check, service } = await startChecking({ store, sandbox: { delay: 50 } });
  const people = Array.from({ length: 100 }, (_, i) =>
    check(IMEI, { requester: `test:user:${i}` }),
  );
  expect((await Promise.all(people)).every((answer) => answer.found)).toBe(true);
  expect(service.paidChecks).toEqual([IMEI]);
  await store.close();
  const bytes = await readFile(file, 'latin1');
  for (const text of [IMEI, IMEI.slice(8, 14), 'NOKIA']) expect(bytes).not.toContain(text);
});
