import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/core/adapter.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('the turn', () => {
  /** How many got their answers before the last of these who ask at once, each for one number. */
  const answeredBeforeTheLast = async (
    ...asking: readonly (readonly [requester: Principal, serial: number])[]
  ): Promise<number> => {
    const settings = { limits: { concurrent: 1, perWindow: 1_000, windowMs: 1_000 } };
    const { check } = await startChecking({ settings, sandbox: { delay: 5 } });
    const answered: Principal[] = [];
    await Promise.all(
      asking.map(async ([requester, serial]) => {
        await check(testImei(serial), { requester });
        answered.push(requester);
      }),
    );
    return answered.indexOf(asking.at(-1)?.[0] ?? 'test:user:0');
  };

  it('of a person’s first check comes before that of another’s tenth, also when it is asked for later', async () => {
    const flood = numbers(30).map((serial) => ['telegram:user:1', serial] as const);
    expect(await answeredBeforeTheLast(...flood, ['telegram:user:2', 1_001])).toBeLessThan(10);
  });

  it('is one for all chats that speak for themselves: their owner may have a hundred of them', async () => {
    const flood = numbers(30).map((serial) => [`telegram:chat:-100${serial}`, serial] as const);
    expect(await answeredBeforeTheLast(...flood, ['telegram:user:2', 1_001])).toBeLessThan(10);
  });

  it('of a check that two people wait for is the sooner of theirs', async () => {
    const flood = numbers(30).map((serial) => ['telegram:user:1', serial] as const);
    expect(await answeredBeforeTheLast(...flood, ['telegram:user:2', 30])).toBeLessThan(10);
  });
});
