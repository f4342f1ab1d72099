import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/core/principal.ts';
import { checkTerms, testImei } from '../support/checks/checking.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';

describe('the turns of people', () => {
  /** All ask at the same time. Counts the answers that come before the answer to the last one. */
  const answeredBeforeTheLast = async (
    ...asking: (readonly [Principal, number])[]
  ): Promise<number> => {
    const { clock, start } = createQuickWorld();
    const limits = { concurrent: 1, perWindow: 1_000, windowMs: 60_000 };
    const { check } = await start({ limits });
    const answered: Principal[] = [];
    const ask = async (requester: Principal, serial: number): Promise<unknown> =>
      check(testImei(serial), { requester }).then(() => answered.push(requester));
    await clock.advanceUntil(Promise.all(asking.map((one) => ask(...one))));
    return answered.indexOf(asking.at(-1)?.[0] ?? 'test:user:0');
  };

  const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
  it.each<[string, (serial: number) => Principal, number]>([
    [
      'a person’s first check is sent before the tenth of another person',
      () => 'telegram:user:1',
      1_001,
    ],
    // One person may own a hundred of these chats.
    [
      'all chats that write as themselves share one turn',
      (serial) => `telegram:chat:-100${serial}`,
      1_001,
    ],
    [
      'a check that two people wait for is sent in the sooner of their turns',
      () => 'telegram:user:1',
      30,
    ],
  ])('%s', async (_, flooderOf, wanted) => {
    const flood = numbers.map((serial) => [flooderOf(serial), serial] as const);
    expect(await answeredBeforeTheLast(...flood, ['telegram:user:2', wanted])).toBeLessThan(10);
  });

  it.each(['lookup', 'check'] as const)(
    'a %s is answered soon although another person’s list has many saved answers',
    async (kind) => {
      const { clock, start } = createQuickWorld();
      const { checks } = await start();
      const { checker } = checks;
      const ask = (requester: Principal, requestId: string, serial: number): Promise<unknown> => {
        const request = checkTerms(clock, { requester, requestId });
        return kind === 'lookup'
          ? checker.lookUp(testImei(serial), request)
          : checker.check(testImei(serial), request);
      };
      const serials = Array.from({ length: 60 }, (_, index) => index + 1);
      await clock.advanceUntil(
        Promise.all(serials.map((serial) => ask('telegram:user:1', 'test:list', serial))),
      );
      const answered: string[] = [];
      const noting = async (requester: Principal, requestId: string, serial: number) => {
        await ask(requester, requestId, serial);
        answered.push(requester);
      };
      const list = serials.map((serial) => noting('telegram:user:1', 'test:again', serial));
      const other = noting('telegram:user:2', 'test:other', 1);
      await clock.advanceUntil(Promise.all([...list, other]));
      expect(answered.indexOf('telegram:user:2')).toBeLessThan(30);
    },
  );
});
