import { describe, expect, it } from 'vitest';
import { createKeyStatusReader } from '../../src/checks/key-status.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 10, 21, 12);
const nobodyLeaves = new AbortController().signal;

/** A reader whose service answers after a while with what a test says: checks left, or a failure. */
function stage({ sandbox = false, takesMs = 0 } = {}) {
  const clock = createFakeClock(START);
  let asked = 0;
  let next: number | Error = 100;
  const status = async () => {
    asked += 1;
    if (takesMs > 0) await clock.sleep(takesMs);
    if (next instanceof Error) throw next;
    return { httpStatus: 200, body: String(next), reader: 'device-identity' };
  };
  const reader = createKeyStatusReader({
    provider: { readStatus: ({ body }) => ({ checksLeft: { month: Number(body) } }) },
    ...{ sends: { status }, clock, sandbox },
  });
  return {
    ...{ clock, reader, asked: () => asked },
    foretell: (what: typeof next) => {
      next = what;
    },
    get: async (maxAgeMs?: number) =>
      (
        await clock.advanceUntil(
          reader.get({ signal: nobodyLeaves, ...(maxAgeMs !== undefined && { maxAgeMs }) }),
        )
      ).status.checksLeft.month,
  };
}

describe('the status of the key', () => {
  it('says when it was heard and of whom', async () => {
    const { reader, get } = stage({ sandbox: true, takesMs: 700 });
    expect(reader.latest()).toBeUndefined();
    await get();
    expect(reader.latest()).toEqual({
      status: { checksLeft: { month: 100 } },
      checkedAt: START + 700,
      sandbox: true,
    });
  });

  it('is used again for a minute', async () => {
    const { clock, get, asked, foretell } = stage();
    await get();
    foretell(99);
    await clock.advance(MINUTE_MS - 1);
    expect(await get()).toBe(100);
    await clock.advance(1);
    expect(await get()).toBe(99);
    expect(asked()).toBe(2);
  });

  it.each([0, 5_000])('is asked for anew where it may be no older than %i ms', async (maxAgeMs) => {
    const { clock, get, asked } = stage();
    await get(maxAgeMs);
    await clock.advance(maxAgeMs);
    await get(maxAgeMs);
    expect(asked()).toBe(2);
  });

  it.each([-3_600_000, 3_600_000])('is as old as before when the time of day is set by %i ms', async (ms) => {
    const { clock, get, foretell, asked } = stage();
    await get();
    clock.step(ms);
    foretell(99);
    expect(await get(MINUTE_MS)).toBe(100);
    expect(await get(0)).toBe(99);
    expect(asked()).toBe(2);
  });

  it('is asked for once by all who want it meanwhile, also where one of them leaves', async () => {
    const stand = stage({ takesMs: 300 });
    const { clock, reader } = stand;
    const leaving = new AbortController();
    const both = [leaving.signal, nobodyLeaves].map((signal) => reader.get({ signal }));
    const [left, stayed] = both;
    const refused = expect(left).rejects.toBe('gone');
    leaving.abort('gone');
    await refused;
    await clock.advance(300);
    expect((await stayed)?.status.checksLeft.month).toBe(100);
    expect(stand.asked()).toBe(1);
  });

  it('is not asked for by who has left before', async () => {
    const { reader, asked } = stage();
    await expect(reader.get({ signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(asked()).toBe(0);
  });

  it('is asked for again after a failure, and what was heard before stays', async () => {
    const { clock, reader, get, foretell } = stage();
    await get();
    await clock.advance(MINUTE_MS);
    foretell(new ServiceFailure('timeout'));
    await expect(get()).rejects.toMatchObject({ code: 'timeout' });
    expect(reader.latest()?.status.checksLeft.month).toBe(100);
    foretell(98);
    expect(await get()).toBe(98);
  });
});

describe('who listens', () => {
  it('hears each answer and each failure of the service, whoever asked', async () => {
    const { reader, get, foretell } = stage();
    const heard: unknown[] = [];
    reader.listen({ onAnswer: ({ status }) => heard.push(status.checksLeft.month) });
    reader.listen({ onFailure: ({ code }) => heard.push(code) });
    reader.listen({});
    await get(0);
    foretell(new ServiceFailure('timeout'));
    await expect(get(0)).rejects.toThrow();
    expect(heard).toEqual([100, 'timeout']);
  });

  it('hears nothing of what is no failure of the service', async () => {
    const { reader, get, foretell } = stage();
    const heard: unknown[] = [];
    reader.listen({ onFailure: (failure) => heard.push(failure) });
    foretell(new Error('the limiter was stopped'));
    await expect(get()).rejects.toThrow('stopped');
    expect(heard).toEqual([]);
  });
});
