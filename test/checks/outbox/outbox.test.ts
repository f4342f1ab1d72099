import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/checks/outbox/ledger.ts';
import { CalledOff, createOutbox, type OutboxJob } from '../../../src/checks/outbox/outbox.ts';
import { createLimiter } from '../../../src/limiter/limiter.ts';
import { SendVetoed } from '../../../src/provider/contract.ts';
import type { RawAnswer } from '../../../src/provider/device.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';

const RAW: RawAnswer = { httpStatus: 200, body: '{}', reader: 'device-identity' };

/** The door with a ledger that writes as slowly as a test says, and tells what was written. */
function stage() {
  const clock = createFakeClock();
  const limits = { concurrent: 4, perWindow: 19, windowMs: 60_000, requestTimeoutMs: 20_000 };
  const limiter = createLimiter({ ...limits, clock });
  const written: string[] = [];
  const gates: Partial<Record<string, Promise<void>>> = {};
  const write = (what: string) => async (): Promise<void> => {
    await gates[what];
    written.push(what);
  };
  const ledger: Pick<Ledger, 'sent'> = {
    sent: async () => {
      await write('sent')();
      return {
        ...{ answered: write('answered'), failed: write('failed'), cached: write('cached') },
        ...{ withdrawn: write('withdrawn'), markSending: async () => undefined },
      };
    },
  };
  const held: (string | undefined)[] = [];
  let holds = true;
  const statuses: string[] = [];
  const times: { readonly what: 'waited' | 'answered'; readonly ms: number }[] = [];
  const gateway = createOutbox({
    ...{ limiter, clock, mark: { written: async () => true, withdraw: async () => true } },
    ledger: ledger as Ledger,
    holds: () => holds,
    health: {
      failing: () => false,
      report: () => undefined,
      healthy: async () => undefined,
      stop: () => undefined,
    },
    observer: {
      waited: (ms) => times.push({ what: 'waited', ms }),
      serviceAnswered: (ms) => times.push({ what: 'answered', ms }),
      serviceResponded: (status) => statuses.push(status),
    },
  });
  let calls = 0;
  const send = (outgoing: Partial<OutboxJob> = {}) =>
    gateway.send({
      send: { kind: 'check', imeiHash: 'hash', requestId: 'request' },
      fairnessKey: 'request',
      onWait: (wait) => held.push(wait.held),
      ...{ priority: 'single', signal: new AbortController().signal },
      call: async () => {
        calls += 1;
        return RAW;
      },
      ...outgoing,
    });
  /** Holds a write up until it is let go. */
  const hold = (what: string): (() => void) => {
    let letGo = (): void => undefined;
    gates[what] = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  };
  return {
    ...{ clock, limiter, written, statuses, times, send, hold, held },
    calls: () => calls,
    takeStoreAway: () => {
      holds = false;
    },
    putStoreBack: () => {
      holds = true;
    },
  };
}

describe('a store that was taken away', () => {
  it('has nothing written down, nor beside what may be another process’, until it is back', async () => {
    const { clock, written, send, held, takeStoreAway, putStoreBack } = stage();
    takeStoreAway();
    const sent = send();
    await clock.advance(60_000);
    expect(written).toEqual([]);
    expect(held).toContain('store');
    putStoreBack();
    await clock.advanceUntil(sent);
    expect(written).toEqual(['sent', 'answered']);
  });

  it('lets nothing leave that was written down, until it is back', async () => {
    const { clock, written, send, hold, calls, takeStoreAway, putStoreBack } = stage();
    const letGo = hold('sent');
    const sent = send();
    await clock.settle();
    takeStoreAway();
    letGo();
    await clock.advance(60_000);
    expect([written, calls()]).toEqual([['sent'], 0]);
    putStoreBack();
    await clock.advanceUntil(sent);
    expect(calls()).toBe(1);
  });

  it.each([
    ['was written down', [], ['sent', 'withdrawn']],
    ['was not written down', ['taken away'], []],
  ])('does not keep the end waiting for what %s', async (_what, before, after) => {
    const { clock, limiter, written, send, hold, calls, takeStoreAway } = stage();
    if (before.length > 0) takeStoreAway();
    const letGo = hold('sent');
    void send();
    await clock.settle();
    takeStoreAway();
    letGo();
    await clock.advance(5_000);
    const drained = limiter.drain();
    await clock.advance(1_000);
    await drained;
    expect([written, calls()]).toEqual([after, 0]);
  });
});

describe('between "written down" and "sent"', () => {
  it('a pause lets nothing leave, and it is sent when that is over', async () => {
    const { clock, limiter, written, send, hold, calls } = stage();
    const letGo = hold('sent');
    const sent = send();
    await clock.settle();
    limiter.pause();
    letGo();
    await clock.advance(59_000);
    expect(calls()).toBe(0);
    await clock.advanceUntil(sent);
    expect(calls()).toBe(1);
    expect(written).toEqual(['sent', 'answered']);
  });

  it('a drain lets nothing leave, and leaves no word of a send', async () => {
    const { clock, limiter, written, send, hold, calls } = stage();
    const letGo = hold('sent');
    void send();
    await clock.settle();
    const drained = limiter.drain();
    letGo();
    await clock.advanceUntil(drained);
    expect(calls()).toBe(0);
    expect(written).toEqual(['sent', 'withdrawn']);
  });

  it('lets nothing leave where it is called off, and leaves no word of a send', async () => {
    const { clock, written, send, calls } = stage();
    const called = send({ mayStillBeSent: () => false });
    await expect(clock.advanceUntil(called)).rejects.toBeInstanceOf(CalledOff);
    expect(calls()).toBe(0);
    expect(written).toEqual(['sent', 'withdrawn']);
  });
});

describe('what could not leave any more', () => {
  it('is tried again, and nothing is written down of the first time', async () => {
    const { clock, written, send } = stage();
    let tries = 0;
    const call = async (): Promise<RawAnswer> => {
      tries += 1;
      if (tries === 1) throw new SendVetoed();
      return RAW;
    };
    await clock.advanceUntil(send({ call }));
    expect(tries).toBe(2);
    expect(written).toEqual(['sent', 'answered']);
  });

  it('is no send where it is called off before it is tried again', async () => {
    const { clock, written, send } = stage();
    const may = [true, false];
    const mayStillBeSent = (): boolean => may.shift() ?? false;
    const call = () => Promise.reject(new SendVetoed());
    await expect(clock.advanceUntil(send({ call, mayStillBeSent }))).rejects.toBeInstanceOf(CalledOff);
    expect(written).toEqual(['sent', 'withdrawn']);
  });
});

describe('what has left', () => {
  it('is in doubt where it failed, though a drain began meanwhile', async () => {
    const { clock, limiter, written, send } = stage();
    const call = async (): Promise<RawAnswer> => {
      void limiter.drain();
      throw new ServiceFailure('timeout');
    };
    await expect(clock.advanceUntil(send({ call }))).rejects.toBeInstanceOf(ServiceFailure);
    await clock.settle();
    expect(written).toEqual(['sent', 'failed']);
  });

  it('is answered only when its raw answer is written down', async () => {
    const { clock, send, hold } = stage();
    const letGo = hold('answered');
    let answered = false;
    const sent = send().then(() => {
      answered = true;
    });
    await clock.settle();
    expect(answered).toBe(false);
    letGo();
    await sent;
    expect(answered).toBe(true);
  });
});

describe('what the service responds', () => {
  const refused = async (): Promise<RawAnswer> => ({ httpStatus: 429, body: '', reader: 'device-identity' });
  const broken = (details: { readonly httpStatus?: number }) => (): Promise<never> =>
    Promise.reject(new ServiceFailure('timeout', details));

  it.each([
    ['an answer', undefined, '200'],
    ['a refusal', refused, '429'],
    ['half of an answer', broken({ httpStatus: 502 }), '502'],
    ['nothing', broken({}), 'none'],
  ])('is counted by its status: %s', async (_case, call, status) => {
    const { clock, statuses, send } = stage();
    await clock.advanceUntil(send(call && { call })).catch(() => undefined);
    expect(statuses).toEqual([status]);
  });

  it('is not counted where nothing was sent', async () => {
    const { clock, statuses, send } = stage();
    await clock.advanceUntil(send({ mayStillBeSent: () => false })).catch(() => undefined);
    expect(statuses).toEqual([]);
  });
});

describe('a slot of the window', () => {
  const failing = (kind: 'unreachable' | 'timeout') => (): Promise<never> =>
    Promise.reject(new ServiceFailure(kind));

  it.each([
    ['for a window by what was answered', {}, false],
    ['for longer by what may arrive after it was given up', { call: failing('timeout') }, true],
    ['for no longer than that where nothing could leave', { call: failing('unreachable') }, false],
    ['for no longer than that where it is called off', { mayStillBeSent: () => false }, false],
  ])('is held %s', async (_case, outgoing: Partial<OutboxJob>, isHeldLonger) => {
    const { clock, limiter, send } = stage();
    await clock.advanceUntil(send(outgoing)).catch(() => undefined);
    await clock.advance(59_000);
    expect(limiter.usage().windowUsed).toBe(1);
    await clock.advance(3_000);
    expect(limiter.usage().windowUsed).toBe(isHeldLonger ? 1 : 0);
  });
});

describe('how long it takes', () => {
  it('is counted from when it was asked for to its turn, and from when it leaves to its answer', async () => {
    const { clock, times, limiter, send } = stage();
    await clock.advance(5_000);
    limiter.pause();
    const sent = send({
      call: async () => {
        await clock.sleep(700);
        return RAW;
      },
    });
    await clock.advanceUntil(sent);
    const [waited, answered] = times;
    expect(waited?.what).toBe('waited');
    expect(waited?.ms).toBeGreaterThan(50_000);
    expect(waited?.ms).toBeLessThan(70_000);
    expect(answered).toEqual({ what: 'answered', ms: 700 });
  });
});
