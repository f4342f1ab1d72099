import { HOUR_MS } from '../core/durations.ts';

const BUSIEST_HOUR = 17;
/** How far the busiest and the quietest hour are from the average. */
const SWING = 0.8;

/**
 * Draws moments of so many hours from midnight on, in milliseconds from their beginning: nine times as many at the
 * busiest hour as at the quietest.
 */
export function createDayCurve(hours: number, random: () => number): () => number {
  const busyness = (hour: number): number => 1 + SWING * Math.cos(((hour - BUSIEST_HOUR) / 24) * 2 * Math.PI);
  return () => {
    for (;;) {
      const hour = random() * hours;
      if (random() * (1 + SWING) < busyness(hour)) return Math.floor(hour * HOUR_MS);
    }
  };
}
