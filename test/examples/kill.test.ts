import { expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';

it('an answer that was paid before a kill is not paid for again', async () => {
  const { clock, service, start } = createQuickWorld();
  const first = await start();
  await clock.advanceUntil(first.check(testImei(1)));
  first.kill();
  const next = await start();
  expect(await clock.advanceUntil(next.check(testImei(1)))).toMatchObject({ source: 'cache' });
  expect(service.arrivals).toHaveLength(1);
});
