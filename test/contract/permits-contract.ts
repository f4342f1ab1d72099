import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Priority } from '../../src/core/priority.ts';
import type { PermitSettings, Permits } from '../../src/store/cluster/permits.ts';

const WINDOW_MS = 500;
/** What is asked for before so long has passed is asked for in time, also on a machine that has other things to do. */
const LONG_MS = 2_000;
/** A window that is short enough to wait for. */
export const SETTINGS: PermitSettings = {
  concurrent: 4,
  perWindow: 19,
  windowMs: WINDOW_MS,
  batchEveryMs: 100,
  leaseMs: { windowSlot: 700, inFlight: 200 },
};

/** A shared back end under test, which knows of nothing that was sent before. */
export interface PermitsHarness {
  /** The permits of one more process. */
  connect(settings: PermitSettings): Permits;
  /** Removes the data, and closes what was connected. */
  destroy(): Promise<void>;
}

let tokens = 0;

function newToken(): string {
  tokens += 1;
  return `token ${tokens}`;
}

export function ask(permits: Permits, priority: Priority = 'single', token = newToken()) {
  return permits.ask(token, priority);
}

/** Waits until the back end answers and is sure that nothing from before is on its way. */
export async function untilOpen(permits: Permits): Promise<void> {
  await vi.waitFor(
    async () => {
      const token = newToken();
      expect((await permits.ask(token, 'single')).granted).toBe(true);
      await permits.giveBack(token, 'single', { windowSlotMs: 0, inFlightMs: 0 });
    },
    { timeout: 5_000, interval: 10 },
  );
}

/** What the permits of every shared store keep to, whatever database is behind them. */
export function describePermits(name: string, createHarness: () => Promise<PermitsHarness>): void {
  describe(`the permits of all processes together on ${name}`, () => {
    let harness: PermitsHarness;

    beforeEach(async () => {
      harness = await createHarness();
    });
    afterEach(() => harness.destroy());

    const connect = (settings: Partial<PermitSettings> = {}): Permits =>
      harness.connect({ ...SETTINGS, ...settings });
    /** Once a first one has waited, no further one has to, however long its own permits last. */
    const connectOpen = async (settings: Partial<PermitSettings>): Promise<Permits> => {
      await untilOpen(connect());
      const permits = connect(settings);
      await untilOpen(permits);
      return permits;
    };

    it('are given to no more than fit at once, whoever asks', async () => {
      const leaseMs = { windowSlot: 60_000, inFlight: 60_000 };
      const [one, two] = [await connectOpen({ leaseMs }), await connectOpen({ leaseMs })];
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => ask(index % 2 === 0 ? one : two)),
      );
      expect(answers.filter(({ granted }) => granted)).toHaveLength(SETTINGS.concurrent);
    });

    it('are given to no more than fit in a window, counted from the answer', async () => {
      const permits = connect();
      await untilOpen(permits);
      const windowSlotMs = 2 * WINDOW_MS;
      for (let sent = 1; sent <= SETTINGS.perWindow; sent += 1) {
        expect((await ask(permits, 'single', `sent${sent}`)).granted).toBe(true);
        // The last answer is followed at once, so that a slow machine is not past the window when it asks.
        const isLast = sent === SETTINGS.perWindow;
        await permits.giveBack(`sent${sent}`, 'single', {
          windowSlotMs: isLast ? windowSlotMs : 60_000,
          inFlightMs: 0,
        });
      }
      const refused = await ask(permits);
      expect(refused.granted).toBe(false);
      expect(refused.retryInMs).toBeLessThanOrEqual(windowSlotMs);
      await delay(refused.retryInMs + 5);
      expect((await ask(permits)).granted).toBe(true);
    });

    it('come back by themselves from a process that died', async () => {
      const leaseMs = { windowSlot: 60_000, inFlight: LONG_MS };
      const permits = await connectOpen({ leaseMs });
      await Promise.all(Array.from({ length: SETTINGS.concurrent }, () => ask(permits)));
      expect((await ask(permits)).granted).toBe(false);
      await delay(leaseMs.inFlight + 20);
      expect((await ask(permits)).granted).toBe(true);
      expect((await permits.look()).slotsFreeIn).toHaveLength(SETTINGS.concurrent + 1);
    });

    it('keep one pace for the batches of all processes, and one place for singles', async () => {
      const batchEveryMs = LONG_MS;
      const slow = {
        batchEveryMs,
        windowMs: 10 * batchEveryMs,
        leaseMs: { windowSlot: 60_000, inFlight: 60_000 },
      };
      const [one, two] = [await connectOpen(slow), await connectOpen(slow)];
      await delay(batchEveryMs);
      expect((await ask(one, 'batch')).granted).toBe(true);
      const early = await ask(two, 'batch');
      expect(early.granted).toBe(false);
      expect(early.retryInMs).toBeLessThanOrEqual(batchEveryMs);
      expect((await ask(two, 'single')).granted).toBe(true);
      expect((await ask(two, 'single')).granted).toBe(true);
      await delay(1.5 * batchEveryMs);
      expect((await ask(one, 'batch')).granted).toBe(false);
      expect((await ask(two, 'single')).granted).toBe(true);
    });

    it('leave the last in-flight slot to singles, however many batches ask', async () => {
      const wide = { concurrent: 2, batchEveryMs: 0, leaseMs: { windowSlot: 60_000, inFlight: 60_000 } };
      const permits = await connectOpen(wide);
      expect((await ask(permits, 'batch')).granted).toBe(true);
      expect((await ask(permits, 'batch')).granted).toBe(false);
      expect((await ask(permits, 'single')).granted).toBe(true);
    });

    it('are not given while one process has asked for a pause', async () => {
      const [one, two] = [connect(), connect()];
      await untilOpen(one);
      await untilOpen(two);
      await one.pause(LONG_MS);
      const refused = await ask(two);
      expect(refused).toMatchObject({ granted: false });
      expect(refused.closedForMs).toBeGreaterThan(50);
      await delay(LONG_MS + 10);
      expect((await ask(two)).granted).toBe(true);
    });

    it('move the pace of the batches only where a batch had one and did not use it', async () => {
      const batchEveryMs = LONG_MS;
      const permits = connect({ batchEveryMs, windowMs: 10 * batchEveryMs });
      await untilOpen(permits);
      await delay(batchEveryMs);
      expect((await ask(permits, 'batch', 'used')).granted).toBe(true);
      await permits.giveBack('never given', 'batch', { windowSlotMs: 0, inFlightMs: 0 });
      expect((await ask(permits, 'batch')).granted).toBe(false);
      await permits.giveBack('used', 'batch', { windowSlotMs: 0, inFlightMs: 0 });
      expect((await ask(permits, 'batch')).granted).toBe(true);
    });
  });
}
