import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ShownRequests } from '../../../src/adapters/delivery/shown-requests.ts';

it('a late reply waits no longer once too many newer requests have come', async () => {
  const requests = new ShownRequests();
  requests.open('test:0');
  const shown = requests.untilShown('test:0');
  for (let count = 1; count <= 2_000; count += 1) requests.open(`test:${count}`);
  expect(await Promise.race([shown.then(() => 'shown'), sleep(100, 'waits')])).toBe('shown');
});
