import { describe, expect, it } from 'vitest';
import { check, freeSandbox, keyStatus } from './stage.ts';

describe('a fault that is switched on', () => {
  it('affects checks until it is mended, or as often as it says, and then the next one', async () => {
    const sandbox = await freeSandbox();
    const statuses = async (count: number) => {
      const all: number[] = [];
      for (let i = 0; i < count; i += 1) all.push((await check(sandbox)).status);
      return all;
    };
    sandbox.fail({ kind: 'hourly-limit', times: 2 });
    sandbox.fail({ kind: 'key-refused', times: 1 });
    sandbox.fail({ kind: 'daily-limit', times: 0 });
    expect((await keyStatus(sandbox, 'sandbox-full')).status).toBe(200);
    expect(await statuses(4)).toEqual([429, 429, 403, 200]);
    sandbox.fail({ kind: 'hourly-limit' });
    expect(await statuses(3)).toEqual([429, 429, 429]);
    sandbox.clearFaults();
    expect(await statuses(1)).toEqual([200]);
  });
});
