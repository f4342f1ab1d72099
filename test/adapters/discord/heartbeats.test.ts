import { expect, it } from 'vitest';
import { createHeartbeats } from '../../../src/adapters/discord/inbound/heartbeats.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';

it.each([0, -3_600_000, 3_600_000])(
  'a shard is silent after 90 s without an answered heartbeat, though the time of day is set by %i ms',
  async (stepMs) => {
    const clock = createFakeClock();
    const heartbeats = createHeartbeats(clock);
    expect(heartbeats.areAnswered(0, -1)).toBe(true);
    const at = clock.now();
    expect(heartbeats.areAnswered(0, at)).toBe(true);
    clock.step(stepMs);
    await clock.advance(89_999);
    expect(heartbeats.areAnswered(0, at)).toBe(true);
    await clock.advance(1);
    expect(heartbeats.areAnswered(0, at)).toBe(false);
    // Another shard is another connection, and the next heartbeat ends the silence.
    expect(heartbeats.areAnswered(1, at)).toBe(true);
    expect(heartbeats.areAnswered(0, clock.now())).toBe(true);
  },
);
