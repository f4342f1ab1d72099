import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/sandbox/responses/keys.ts';
import { createStillClock } from '../support/clocks/clock-at.ts';
import { DAY_MS, HOUR_MS } from '../support/known.ts';
import { check, freeSandbox, keyStatus } from './stage.ts';

const FOUND = { status: 200, body: { imei: expect.any(String) } };

describe('the checks of a key', () => {
  it('the checks left go down by one for a device or "not found", not for an error or another key', async () => {
    const sandbox = await freeSandbox();
    const key = 'sandbox-basic-2500';
    await check(sandbox, { key });
    await check(sandbox, { key, imei: '350000991234568' });
    await check(sandbox, { key, imei: '' });
    await check(sandbox, { key: 'sandbox-full' });
    const [hour, day, month] = ['Checks left (hour)', 'Checks left (day)', 'Checks left (month)'];
    expect((await keyStatus(sandbox, key)).body).toMatchObject({
      [hour]: 98,
      [day]: 498,
      [month]: 2498,
    });
    const full = { [hour]: 'No limit', [day]: 'No limit', [month]: 99_999 };
    expect((await keyStatus(sandbox, 'sandbox-full')).body).toMatchObject(full);
    expect(sandbox.paidChecks).toHaveLength(3);
  });

  it.each([
    ['hour', Date.UTC(2026, 0, 15, 12, 30), HOUR_MS / 2, 429, { errors: 'Hourly limit exceeded' }],
    ['day', Date.UTC(2026, 0, 15, 12), DAY_MS / 2, 429, { errors: 'Daily limit exceeded' }],
    ['month', Date.UTC(2026, 0, 31, 12), DAY_MS / 2, 200, { error: 'Exceeded the limit' }],
  ])(
    'the checks of a key can be used up for the rest of the %s',
    async (period, from, restMs, status, body) => {
      const clock = createStillClock(from);
      const checks = { hour: 'No limit', day: 'No limit', month: 2500, [period]: 3 } as const;
      const sandbox = await freeSandbox({
        clock,
        keys: [sandboxKey('mine', 'of a test', { checks })],
      });
      const ask = () => check(sandbox, { key: 'mine' });
      for (let i = 0; i < 3; i += 1) expect(await ask()).toMatchObject(FOUND);
      expect((await keyStatus(sandbox, 'mine')).body).toMatchObject({
        [`Checks left (${period})`]: 0,
      });
      clock.pass(restMs - 1);
      expect(await ask()).toEqual({ status, body });
      clock.pass(1);
      expect(await ask()).toMatchObject(FOUND);
      expect((await keyStatus(sandbox, 'mine')).body).toMatchObject({
        [`Checks left (${period})`]: 2,
      });
    },
  );
});
