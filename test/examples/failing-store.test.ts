import { expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';

it('nothing is paid while the store fails, and the check goes on when it works', async () => {
  const { clock, service, store, start } = createQuickWorld();
  const { check } = await start();
  store.fault = 'all';
  const answer = check(testImei(1));
  await clock.advance(60_000);
  expect(service.arrivals).toEqual([]);
  store.fault = 'none';
  expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
});
