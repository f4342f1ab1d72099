import { describe, expect, it } from 'vitest';
import type { SendEntry } from '../../../src/checks/outbox/ledger.ts';
import {
  createOutbox,
  type OutboxJob,
  type OutboxNeeds,
  untilHealthy,
  waitsForStore,
} from '../../../src/checks/outbox/outbox.ts';
import { untilAborted } from '../../../src/core/async/promises.ts';
import { createLimiter } from '../../../src/limiter/limiter.ts';
import type { RawAnswer } from '../../../src/provider/device.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';

const RAW: RawAnswer = { httpStatus: 200, body: '{}', reader: 'device-identity' };
const AWAY = new Error('the disk is full');
type Step = 'sent' | 'markSending' | 'answered' | 'failed' | 'withdrawn' | 'failedUnwritten';

/** The door, with a ledger and a mark that fail as they are told, and a store that is healthy when it is told. */
function stage() {
  const clock = createFakeClock();
  const limiter = createLimiter({
    ...{ concurrent: 4, perWindow: 19, windowMs: 60_000, requestTimeoutMs: 20_000 },
    clock,
  });
  const failing = new Set<Step>();
  /** What the mark says, in turn; well again afterwards. */
  const marks: { written: boolean[]; withdraw: boolean[] } = { written: [], withdraw: [] };
  const events: string[] = [];
  const reported: unknown[] = [];
  let heal = (): void => undefined;
  let healed: Promise<void> | undefined;
  const step =
    (what: Step) =>
    async (...of: readonly unknown[]): Promise<void> => {
      if (failing.has(what)) throw AWAY;
      events.push([what, ...of.map((one) => (Array.isArray(one) ? one.join('+') : String(one)))].join(' '));
    };
  const entry: SendEntry = {
    answered: (_raw, sharedBy) => step('answered')(sharedBy),
    failed: (code, sharedBy) => step('failed')(code, sharedBy),
    cached: async () => undefined,
    withdrawn: () => step('withdrawn')(),
    markSending: () => step('markSending')(),
  };
  const needs: OutboxNeeds = {
    ...{ limiter, clock },
    ledger: {
      sent: async ({ requestId }) => {
        await step('sent')(requestId);
        return entry;
      },
      failedUnwritten: ({ requestId }, code, sharedBy) => step('failedUnwritten')(requestId, code, sharedBy),
    },
    mark: {
      written: async () => marks.written.shift() ?? true,
      withdraw: async () => {
        const isWithdrawn = marks.withdraw.shift() ?? true;
        events.push(isWithdrawn ? 'mark withdrawn' : 'mark stays');
        return isWithdrawn;
      },
    },
    health: {
      failing: () => healed !== undefined,
      report: (error) => reported.push(error),
      healthy: (signal) => untilAborted(healed ?? Promise.resolve(), signal),
      stop: () => undefined,
    },
    observer: {
      waited: () => undefined,
      serviceAnswered: () => undefined,
      serviceResponded: () => undefined,
    },
  };
  const outbox = createOutbox(needs);
  const held: unknown[] = [];
  /** @param isBare for nobody else, and told of no wait */
  const send = (job: Partial<OutboxJob> = {}, isBare = false) =>
    outbox.send({
      ...{ fairnessKey: 'r1', priority: 'single', signal: new AbortController().signal },
      send: { kind: 'check', imeiHash: 'imei', requestId: 'r1' },
      ...(!isBare && { sharedBy: () => ['r1', 'r2'], onWait: (wait) => held.push(wait.held) }),
      call: async () => {
        events.push('call');
        return RAW;
      },
      ...job,
    });
  return {
    ...{ clock, needs, failing, marks, events, reported, held, send },
    sicken: () => {
      healed = new Promise((resolve) => {
        heal = resolve;
      });
    },
    heal: () => {
      failing.clear();
      healed = undefined;
      heal();
    },
  };
}

describe('what is sent', () => {
  it('is written down before, dated, and answered for all who waited', async () => {
    const { clock, send, events } = stage();
    const sentAt = clock.now();
    expect(await clock.advanceUntil(send())).toMatchObject({ raw: RAW, sentAt });
    expect(events).toEqual(['sent r1', 'markSending', 'call', 'answered r1+r2']);
  });

  it('and fails is written down as that for all who waited', async () => {
    const { clock, send, events } = stage();
    const call = () => Promise.reject(new ServiceFailure('timeout'));
    await expect(clock.advanceUntil(send({ call }))).rejects.toMatchObject({ code: 'timeout' });
    expect(events.at(-1)).toBe('failed timeout r1+r2');
  });

  it('and is for nobody else is answered for nobody else', async () => {
    const { clock, send, events } = stage();
    await clock.advanceUntil(send({}, true));
    expect(events.at(-1)).toBe('answered ');
  });

  it('and breaks where nobody foresaw it stays as it was written down, which is in doubt', async () => {
    const { clock, send, events } = stage();
    const call = () => Promise.reject(new TypeError('a bug'));
    await expect(clock.advanceUntil(send({ call }))).rejects.toThrow('a bug');
    expect(events).toEqual(['sent r1', 'markSending']);
  });

  it('is an answer all the same where that cannot be written down, which is reported', async () => {
    const { clock, send, failing, reported } = stage();
    failing.add('answered');
    expect(await clock.advanceUntil(send())).toMatchObject({ raw: RAW });
    expect(reported).toEqual([AWAY]);
  });
});

describe('what cannot be written down', () => {
  it('is sent for a person once the next start is sure to know nothing, and remembered here', async () => {
    const { clock, send, failing, events, reported } = stage();
    failing.add('sent');
    expect(await clock.advanceUntil(send())).toMatchObject({ raw: RAW });
    expect(events).toEqual(['mark withdrawn', 'mark withdrawn', 'call']);
    expect(reported).toEqual([AWAY]);
    const call = () => Promise.reject(new ServiceFailure('timeout'));
    await expect(clock.advanceUntil(send({ call }))).rejects.toMatchObject({ code: 'timeout' });
    expect(events.at(-1)).toBe('failedUnwritten r1 timeout r1+r2');
  });

  it('breaks nothing where even that cannot be remembered', async () => {
    const { clock, send, failing } = stage();
    failing.add('sent').add('failedUnwritten');
    const call = () => Promise.reject(new ServiceFailure('timeout'));
    await expect(clock.advanceUntil(send({ call }))).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is not sent where the next start might take the ledger for whole, and who waits is told of the store', async () => {
    const { clock, send, failing, marks, events, held, sicken, heal } = stage();
    failing.add('sent');
    marks.withdraw.push(false);
    sicken();
    const sent = send();
    await clock.advance(60_000);
    expect(events).toEqual(['mark stays']);
    expect(held).toEqual(['store']);
    heal();
    await clock.advanceUntil(sent);
    expect(events).toEqual(['mark stays', 'sent r1', 'markSending', 'call', 'answered r1+r2']);
  });

  it('of a list waits for the store, and leaves with whoever is in a hurry', async () => {
    const { clock, send, failing, events, sicken } = stage();
    failing.add('sent');
    sicken();
    const hurry = new AbortController();
    const sent = send({ priority: 'batch', single: hurry.signal });
    await clock.advance(60_000);
    expect(events).toEqual([]);
    hurry.abort();
    expect(await clock.advanceUntil(sent)).toMatchObject({ raw: RAW });
    expect(events).toEqual(['mark withdrawn', 'mark withdrawn', 'call']);
  });

  it('is not sent either where nobody wants to know what it waits for', async () => {
    const { clock, send, failing, marks, events, sicken, heal } = stage();
    failing.add('sent');
    marks.withdraw.push(false);
    sicken();
    const sent = send({}, true);
    await clock.advance(60_000);
    expect(events).toEqual(['mark stays']);
    heal();
    expect(await clock.advanceUntil(sent)).toMatchObject({ raw: RAW });
  });

  it('is let go of by who leaves, though somebody was in a hurry', async () => {
    const { clock, needs, sicken } = stage();
    sicken();
    const both = { signal: AbortSignal.abort('gone'), single: AbortSignal.abort('in a hurry') };
    await expect(untilHealthy(needs, { priority: 'batch', ...both })).rejects.toBe('gone');
    await clock.settle();
  });

  it('is let go of by who leaves', async () => {
    const { clock, send, failing, events, sicken } = stage();
    failing.add('sent');
    sicken();
    const leaving = new AbortController();
    const left = expect(send({ priority: 'batch', signal: leaving.signal })).rejects.toBe('gone');
    await clock.advance(1_000);
    leaving.abort('gone');
    await left;
    expect(events).toEqual([]);
  });
});

describe('a ledger that does not vouch for all that was sent', () => {
  it('has what was just written taken back until it does', async () => {
    const { clock, send, marks, events, held, sicken, heal } = stage();
    marks.written.push(false);
    marks.withdraw.push(false);
    sicken();
    const sent = send();
    await clock.advance(60_000);
    expect(events).toEqual(['sent r1', 'mark stays', 'withdrawn']);
    expect(held).toEqual(['store']);
    heal();
    await clock.advanceUntil(sent);
    expect(events.slice(3)).toEqual(['sent r1', 'markSending', 'call', 'answered r1+r2']);
  });

  it('lets nothing leave for somebody who has left meanwhile, and blames no store for that', async () => {
    const { clock, send, marks, events, reported, sicken } = stage();
    marks.written.push(false);
    marks.withdraw.push(false);
    sicken();
    const leaving = new AbortController();
    const sent = send({ signal: leaving.signal });
    await clock.advance(60_000);
    leaving.abort(new Error('left'));
    await expect(clock.advanceUntil(sent)).rejects.toThrow('left');
    expect(events).toEqual(['sent r1', 'mark stays', 'withdrawn']);
    expect(reported).toEqual([]);
  });

  it('is withdrawn where it could not be drawn anew, and the send leaves', async () => {
    const { clock, send, marks, events } = stage();
    marks.written.push(false);
    await clock.advanceUntil(send());
    expect(events).toEqual(['sent r1', 'mark withdrawn', 'markSending', 'call', 'answered r1+r2']);
  });

  it('stays as it is where nothing leaves, since the send could not be written down either', async () => {
    const { clock, send, failing, marks, events, sicken, heal } = stage();
    failing.add('sent');
    marks.written.push(false);
    sicken();
    const sent = send({ priority: 'batch' });
    await clock.advance(60_000);
    expect(events).toEqual([]);
    failing.clear();
    heal();
    await clock.advanceUntil(sent);
    expect(events).toEqual(['sent r1', 'markSending', 'call', 'answered r1+r2']);
  });

  it('is withdrawn for a send that cannot be dated anew, or that send waits', async () => {
    const { clock, send, failing, marks, events, reported, sicken, heal } = stage();
    failing.add('markSending');
    marks.withdraw.push(false, true);
    sicken();
    const sent = send();
    await clock.advance(60_000);
    expect(events).toEqual(['sent r1', 'mark stays']);
    heal();
    failing.add('markSending');
    await clock.advanceUntil(sent);
    expect(events).toEqual(['sent r1', 'mark stays', 'mark withdrawn', 'call', 'answered r1+r2']);
    expect(reported).toEqual([AWAY, AWAY]);
  });
});

describe('who waits for a store that fails', () => {
  it.each([
    ['a person', 'single', undefined, false],
    ['a list', 'batch', undefined, true],
    ['a list that somebody is in a hurry for', 'batch', AbortSignal.abort(), false],
    ['a list that nobody is in a hurry for', 'batch', new AbortController().signal, true],
  ] as const)('is %s', (_who, priority, single, waits) => {
    expect(waitsForStore({ priority, ...(single !== undefined && { single }) })).toBe(waits);
  });

  it('waits with those in a hurry as well where nothing goes without it', async () => {
    const { clock, needs, sicken, heal } = stage();
    sicken();
    let isOver = false;
    const waiting = untilHealthy(
      { ...needs, needsStore: true },
      {
        ...{ priority: 'batch', signal: new AbortController().signal, single: AbortSignal.abort() },
      },
    ).then(() => {
      isOver = true;
    });
    await clock.settle();
    expect(isOver).toBe(false);
    heal();
    await waiting;
  });
});
