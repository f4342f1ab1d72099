import { describe, expect, it } from 'vitest';
import type { OutboxJob } from '../../../src/checks/outbox/outbox.ts';
import { createOutboxRoom } from '../../../src/checks/outbox/room.ts';
import { createLimiter } from '../../../src/limiter/limiter.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import { SendVetoed } from '../../../src/provider/contract.ts';
import { createStoreHealth } from '../../../src/store/health.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { createMarkInMemory } from '../../support/checks/known-store.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createBrittleStore } from '../../support/store/brittle.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000 };
const TIMEOUT_MS = 20_000;
const HOLD_MS = 2 * LIMITS.windowMs + TIMEOUT_MS;
const never = () => Promise.reject(new Error('not in this test'));

/** An installation, in which one process after the other opens its way out. */
function install() {
  const clock = createFakeClock();
  const store = createBrittleStore(createMemoryStore(clock));
  const markFile = createMarkInMemory();
  const seal = createSeal('0123456789abcdef'.repeat(4));
  const open = async (by: string, { isSandbox = false } = {}) => {
    const health = createStoreHealth({
      ...{ store, clock, onFailing: () => undefined, onHealed: () => undefined },
    });
    const limiter = createLimiter({ ...LIMITS, requestTimeoutMs: TIMEOUT_MS, clock });
    const counted: number[] = [];
    const room = await createOutboxRoom({
      ...{ store, by, seal, health, clock, limiter, markFile, read: readRaw },
      ...{ observer: NO_METRICS, raise: () => undefined },
      provider: {
        ...{ name: 'test', limits: LIMITS, check: never, status: never, close: async () => undefined },
        ...{ read: () => ({ found: false, unknownFields: [] }), readStatus: () => ({ checksLeft: {} }) },
      },
      settings: { requestTimeoutMs: TIMEOUT_MS, requestMaxAgeMs: 86_400_000, cache: { sandbox: isSandbox } },
      countInDoubt: async (checks) => void counted.push(checks),
    });
    const send = (job: Partial<OutboxJob> = {}) =>
      room.outbox.send({
        ...{ fairnessKey: by, priority: 'single', signal: new AbortController().signal },
        send: { kind: 'check', imeiHash: 'hash', requestId: by },
        call: async () => ({ httpStatus: 200, body: '{}', reader: 'device-identity' }),
        ...job,
      });
    /** Sends, and does not live to see the answer. */
    const leaveInDoubt = async (): Promise<void> => {
      await room.ledger.sent({ kind: 'check', imeiHash: 'hash', requestId: by });
    };
    return { ...room, limiter, counted, health, send, leaveInDoubt };
  };
  return { clock, store, open };
}

describe('the way out', () => {
  it('knows nothing of a new store, until nothing of before can hold a slot', async () => {
    const { clock, open } = install();
    const first = await open('a');
    expect(first.startsUnknowing).toBe(true);
    expect(first.limiter.usage().windowUsed).toBe(LIMITS.perWindow);
    await clock.advance(HOLD_MS - 1);
    expect((await open('b')).startsUnknowing).toBe(true);
    // The start before has begun the wait anew.
    await clock.advance(HOLD_MS);
    const next = await open('c');
    expect(next.startsUnknowing).toBe(false);
    expect(next.limiter.usage().windowUsed).toBe(0);
  });

  it('knows all that matters of a sandbox, which has no limit to cross', async () => {
    expect((await install().open('a', { isSandbox: true })).startsUnknowing).toBe(false);
  });

  it('tells for which requests a life before has sent a check, and not for which this one has', async () => {
    const { open } = install();
    await (await open('a')).leaveInDoubt();
    const { ledger, leaveInDoubt } = await open('b');
    await leaveInDoubt();
    expect([ledger.wasSent('a'), ledger.wasSent('b')]).toEqual([true, false]);
  });

  it('counts once what a life before has left in doubt', async () => {
    const { open } = install();
    await (await open('a')).leaveInDoubt();
    const next = await open('b');
    expect(next.counted).toEqual([1]);
    await next.catchUp();
    expect(next.counted).toEqual([1]);
    expect((await open('c')).counted).toEqual([0]);
  });

  it('counts it later, and once, where the store could not be read at the start', async () => {
    const { clock, store, open } = install();
    await (await open('a')).leaveInDoubt();
    await clock.advance(HOLD_MS);
    store.fail(['reading']);
    const next = await open('b');
    expect([next.startsUnknowing, next.health.failing()]).toEqual([true, true]);
    await expect(next.catchUp()).rejects.toThrow('fails');
    store.fail([]);
    await next.catchUp();
    await next.catchUp();
    expect(next.counted).toEqual([1]);
  });

  it('vouches again for what it has sent, some time after the store was away', async () => {
    const { clock, store, open } = install();
    await open('a');
    await clock.advance(HOLD_MS);
    store.fail(['writing']);
    const next = await open('b');
    expect(next.startsUnknowing).toBe(true);
    await clock.advance(HOLD_MS);
    store.fail([]);
    await next.catchUp();
    await clock.advance(HOLD_MS);
    expect((await open('c')).startsUnknowing).toBe(false);
  });

  it.each([
    ['as it was written down, where it leaves soon', LIMITS.windowMs / 20, 0],
    ['anew, where it leaves late', LIMITS.windowMs / 20 + 1, LIMITS.windowMs / 20 + 1],
  ])('dates a send %s', async (_case, lateMs, laterMs) => {
    const { clock, open } = install();
    const { send, ledger, limiter } = await open('a', { isSandbox: true });
    const cameAt = clock.now();
    let isHeldUp = false;
    const mayStillBeSent = (): boolean => {
      if (!isHeldUp) limiter.pause(lateMs);
      isHeldUp = true;
      return true;
    };
    const call: OutboxJob['call'] = (canSend) => (canSend() ? never() : Promise.reject(new SendVetoed()));
    await clock.advanceUntil(send({ mayStillBeSent, call })).catch(() => undefined);
    const { past } = await (await open('b', { isSandbox: true })).ledger.load();
    // Ahead by as long as it took.
    expect(past.map(({ sent }) => sent.at - cameAt)).toEqual([2 * laterMs]);
    expect(ledger.outcomeOf('a', 'hash')).toBeUndefined();
  });

  it('sends for a person though nothing can be written down', async () => {
    const { clock, store, open } = install();
    const { send } = await open('a', { isSandbox: true });
    store.fail(['writing']);
    expect(await clock.advanceUntil(send())).toMatchObject({ raw: { httpStatus: 200 } });
  });
});
