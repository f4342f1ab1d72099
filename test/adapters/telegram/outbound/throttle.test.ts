import { expect, it } from 'vitest';
import { createThrottle } from '../../../../src/adapters/telegram/outbound/throttle.ts';
import { createFakeClock } from '../../../support/clocks/fake.ts';

it.each([0, -3_600_000, 3_600_000])(
  'one edit in a chat comes an interval after the other, though the time of day is set by %i ms',
  async (stepMs) => {
    const clock = createFakeClock();
    const pace = createThrottle(clock);
    const at: number[] = [];
    const edit = (chat: string) =>
      pace.turn(chat, 1_000, new AbortController().signal).then(() => at.push(clock.elapsed()));
    await edit('here');
    clock.step(stepMs);
    void edit('here');
    void edit('there');
    await clock.advance(5_000);
    expect(at).toEqual([0, 0, 1_000]);
  },
);
