import { sayIn } from '../../../src/format/words/say.ts';
import type { Case } from './load.ts';
import type { Money } from './money.ts';
import type { Shown } from './protocol.ts';
import type { Swap } from './store.ts';

const en = sayIn('en');

/** What a run has shown. */
export interface ChaosOutcome {
  readonly cases: readonly Case[];
  readonly swaps: readonly Swap[];
  readonly money: Money;
  /** What `/quota` says, and what the stores said that were swapped away: checks that were sent and never answered. */
  readonly inDoubt: number;
  readonly mostInAWindow: number;
  readonly mostAtOnce: number;
  readonly blocked: boolean;
  /** Last states shown beyond the first of each request. */
  readonly shownAgain: number;
  /** Those of them whose store was swapped for one that did not know of the answer. */
  readonly shownAgainForgotten: number;
  /** IMEIs that stand in the store's files as they are. */
  readonly readable: readonly string[];
  /** What the processes logged as errors. */
  readonly errors: string;
  readonly lastExitCode: number | null;
}

export function shownAgainIn(
  cases: readonly Case[],
): Pick<ChaosOutcome, 'shownAgain' | 'shownAgainForgotten'> {
  const again = cases.map(({ answers, forgotten }) => ({
    times: Math.max(answers.length - 1, 0),
    forgotten,
  }));
  return {
    shownAgain: again.reduce((sum, { times }) => sum + times, 0),
    shownAgainForgotten: again.reduce((sum, { times, forgotten }) => sum + Math.min(times, forgotten), 0),
  };
}

/** The checks of this month that `/quota` calls possibly paid; it leaves the row out where there are none. */
export function inDoubtIn(quota: Shown | undefined): number {
  if (quota === undefined) return Number.NaN;
  const value = quota.fields.find(({ label }) => label === en('quota.inDoubt'))?.value;
  if (value === undefined) return 0;
  const number = /([\d,]+) checks? this month/.exec(value)?.[1];
  return number === undefined ? Number.NaN : Number(number.replaceAll(',', ''));
}

/** Open requests that a swap took away, and nobody has answered. */
export function lostIn(cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ isLost, accepted, answers }) => isLost && accepted && answers.length === 0);
}

/** What stands for a promise that was not kept. */
export function unansweredIn(cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ isLost, accepted, answers }) => !isLost && (!accepted || answers.length === 0));
}
