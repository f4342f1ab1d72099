import { describe, expect, it, onTestFinished } from 'vitest';
import type { Request } from '../../../src/core/adapter.ts';
import { systemClock as clock } from '../../../src/core/clock.ts';
import { defineCommand } from '../../../src/core/command.ts';
import { reply } from '../../../src/core/reply.ts';
import { createLog } from '../../../src/ops/log/log.ts';
import { createRequests } from '../../../src/requests/requests.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createStoreHealth } from '../../../src/store/health.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { sealedRows } from '../../../src/store/seal/sealed-rows.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const EVENT: Request = {
  id: 'test:event:1',
  ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '490154203237518' } },
  requester: 'test:user:1',
  scopes: [],
  locale: 'en',
  visibility: 'private',
  target: {},
};
const echo = defineCommand({
  name: 'imei',
  audience: 'everyone',
  options: [{ name: 'imei', kind: 'text', required: true }],
  run: async function* ({ options: { imei } }) {
    yield reply({ tone: 'good', title: `Answer to ${imei}` });
  },
});

const [LOST, MADE] = ['0123456789abcdef'.repeat(4), '0246813579abcdef'.repeat(4)];

function aStore(): Store {
  return createMemoryStore(clock);
}

/** A process on this store that seals with this secret. */
function live(store: Store, secret: string) {
  const answers: string[] = [];
  const health = createStoreHealth({
    ...{ store, clock, onHealed: () => undefined },
    onFailing: (error) => {
      throw error;
    },
  });
  onTestFinished(health.stop);
  const { receive } = createRequests({
    ...{ store, clock, health, commands: [echo], adapters: [], maxAgeMs: 86_400_000 },
    seal: createSeal(secret),
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    resumed: () => undefined,
    raise: () => undefined,
    access: { allowed: [], admins: [] },
  });
  return {
    answers,
    /** @param isShown whether the process lives to show the answer */
    deliver: (isShown = true) =>
      receive(EVENT, async ({ title }, { last }) => {
        if (!isShown) await new Promise(() => undefined);
        if (last) answers.push(title);
        return {};
      }),
  };
}

describe('an event that a process wrote down and did not live to acknowledge', () => {
  it('is answered when it is delivered again after the secret was lost', async () => {
    const store = aStore();
    await live(store, LOST).deliver(false);
    const next = live(store, MADE);
    expect(await next.deliver()).toBe('persisted');
    await expect.poll(() => next.answers.length).toBeGreaterThan(0);
    // It is in the journal of this life now, as any other: once more it is a repeat, and safe as soon as it is completed.
    await expect.poll(() => next.deliver()).toBe('persisted');
    expect(next.answers).toEqual(['Answer to 490154203237518']);
  });

  it('is answered by one of two processes to which it is delivered', async () => {
    const store = aStore();
    await live(store, LOST).deliver(false);
    const both = [live(store, MADE), live(store, MADE)];
    await Promise.all(both.map(({ deliver }) => deliver()));
    await expect.poll(() => both.flatMap(({ answers }) => answers).length).toBeGreaterThan(0);
    expect(both.flatMap(({ answers }) => answers)).toHaveLength(1);
  });

  it('is a repeat when it can be read: its answer comes by the journal', async () => {
    const store = aStore();
    await live(store, MADE).deliver(false);
    const next = live(store, MADE);
    expect(await next.deliver()).toBe('persisted');
    await clock.sleep(100);
    expect(next.answers).toEqual([]);
  });
});

describe('a sealed row', () => {
  it('is taken for none by who cannot open it, and is kept by who can', async () => {
    const rows = aStore().collection('requests');
    const before = sealedRows(rows, createSeal(LOST));
    const after = sealedRows(rows, createSeal(MADE));
    await before.put('1', 'first');
    expect(await before.insert('1', 'second')).toBe(false);
    expect(await before.get('1')).toBe('first');
    expect(await after.insert('1', 'third')).toBe(true);
    expect(await after.insert('1', 'fourth')).toBe(false);
    expect([await before.get('1'), await after.get('1')]).toEqual([undefined, 'third']);
  });
});
