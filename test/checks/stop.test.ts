import { describe, expect, it } from 'vitest';
import type { ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { testImei } from '../support/checks/checking.ts';
import { startQuickChecks } from '../support/checks/quick-checks.ts';
import { QUICK_LATENCY_MS } from '../support/checks/quick-service.ts';

const IMEI = testImei(1);

interface Stop {
  /** How long no check gets its turn. */
  readonly haltMs?: number;
  /** How long a connection takes. */
  readonly connectMs?: number;
  /** When [Stop] is pressed, after the question. */
  readonly afterMs: number;
  readonly fates?: readonly ServiceFailureCode[];
}

describe('[Stop]', () => {
  it.each<[when: string, isSent: boolean, Stop]>([
    ['before it is sent', false, { afterMs: 0 }],
    ['while it waits for its turn', false, { haltMs: 1_000, afterMs: 500 }],
    ['while it connects', false, { connectMs: 1_000, afterMs: 500 }],
    ['while its answer is on its way', true, { afterMs: 1 }],
    ['while its answer is on its way, once connected', true, { connectMs: 1_000, afterMs: 1_001 }],
    [
      'while the key’s status is asked why it was refused',
      false,
      { fates: ['limit-exceeded'], afterMs: 301 },
    ],
  ])(
    'says whether the check is paid for, and frees its slot: stopped %s',
    async (_when, isSent, { haltMs = 0, connectMs = 0, afterMs, fates = [] }) => {
      const { ask, check, checks, clock, service, today } = await startQuickChecks();
      service.fates.push(...fates);
      service.connectMs = connectMs;
      checks.service.limiter.halt(haltMs);
      const leaving = new AbortController();
      let isSaidToBeSent = false;
      const onStoppedOnItsWay = (): void => {
        isSaidToBeSent = true;
      };
      const asked = check(IMEI, { signal: leaving.signal, onStoppedOnItsWay });
      const stopped = expect(asked).rejects.toBe('stopped');
      if (afterMs > 0) await clock.advance(afterMs);
      leaving.abort('stopped');
      await stopped;
      expect(isSaidToBeSent).toBe(isSent);
      expect(checks.service.limiter.usage().waiting).toBe(0);
      await clock.advance(connectMs + QUICK_LATENCY_MS);
      expect(await today()).toEqual({ paid: isSent ? 1 : 0, saved: 0, inDoubt: 0 });
      expect(checks.service.limiter.usage().inFlight).toBe(0);
      // Nobody gets the answer, but it is kept.
      expect(await ask(IMEI)).toMatchObject({ source: isSent ? 'cache' : 'service' });
    },
  );

  it('says that nothing is paid for to a person who waits for the check of somebody else', async () => {
    const { check, clock } = await startQuickChecks();
    const sent: string[] = [];
    const asked = ['ann', 'bob'].map((name) => {
      const leaving = new AbortController();
      const request = { signal: leaving.signal, onStoppedOnItsWay: () => void sent.push(name) };
      const stopped = expect(check(IMEI, request)).rejects.toBe('stopped');
      return { stop: () => leaving.abort('stopped'), stopped };
    });
    await clock.advance(1);
    for (const { stop, stopped } of asked.toReversed()) {
      stop();
      await stopped;
    }
    expect(sent).toEqual(['ann']);
  });
});
