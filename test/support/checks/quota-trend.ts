import type { KeySample } from '../../../src/checks/key/samples.ts';
import { HOUR_MS } from '../known.ts';
import { NOW } from './answers.ts';

/** How the checks of a key went down. */
export interface KeyHistory {
  /** How many days of figures there are, an hour apart, up to now. */
  readonly days: number;
  /** Checks left at the first figure, and at the first of each further calendar month. */
  readonly start: number;
  /** Checks used in an hour. */
  readonly perHour: number;
}

/** Makes figures that fall evenly, and start again with each calendar month. */
export function monthSamples({ days, start, perHour }: KeyHistory): readonly KeySample[] {
  const samples: KeySample[] = [];
  let left = start;
  for (let hoursAgo = days * 24; hoursAgo >= 0; hoursAgo -= 1) {
    const at = NOW - hoursAgo * HOUR_MS;
    const before = samples.at(-1);
    const isFirst = before === undefined || calendarMonth(before.at) !== calendarMonth(at);
    left = isFirst ? start : Math.max(0, left - perHour);
    samples.push({ at, month: left });
  }
  return samples;
}

function calendarMonth(time: number): number {
  return new Date(time).getUTCMonth();
}
