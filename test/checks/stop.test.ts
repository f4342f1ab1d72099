import { describe, expect, it } from 'vitest';
import type { ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld, QUICK_LATENCY_MS } from '../support/checks/quick-checks.ts';

const IMEI = testImei(1);

describe('[Stop]', () => {
  it.each<
    [
      when: string,
      fates: readonly ServiceFailureCode[],
      connectMs: number,
      ms: number,
      isSent: boolean,
    ]
  >([
    ['before it is sent', [], 0, 0, false],
    ['while it connects', [], 1_000, 500, false],
    ['while its answer is on its way', [], 0, 1, true],
    ['while its answer is on its way, once connected', [], 1_000, 1_001, true],
    ['while the key’s status is asked why it was refused', ['limit-exceeded'], 0, 301, false],
  ])(
    'says whether the check is paid for, and frees its slot: stopped %s',
    async (_when, fates, connectMs, ms, isSent) => {
      const { clock, service, start } = createQuickWorld();
      service.fates.push(...fates);
      service.connectMs = connectMs;
      const { check, checks } = await start();
      const leaving = new AbortController();
      const sent: true[] = [];
      const onStoppedOnItsWay = (): void => void sent.push(true);
      const asked = check(IMEI, { signal: leaving.signal, onStoppedOnItsWay });
      const stopped = expect(asked).rejects.toBe('stopped');
      if (ms > 0) await clock.advance(ms);
      leaving.abort('stopped');
      await stopped;
      expect(sent.length > 0).toBe(isSent);
      await clock.advance(connectMs + QUICK_LATENCY_MS);
      const { today } = await checks.usage();
      expect(today).toEqual({ paid: isSent ? 1 : 0, saved: 0, inDoubt: 0 });
      expect(checks.service.limiter.usage().inFlight).toBe(0);
    },
  );

  it('says that nothing is paid for to a person who waits for the check of somebody else', async () => {
    const { clock, start } = createQuickWorld();
    const { check } = await start();
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
