import { type Clock, DAY_MS } from '../../core/time/clock.ts';
import type { SandboxKey } from './keys.ts';
import type { ServiceErrorKind } from './service-errors.ts';

/** What a key may still do: the checks that it has left, and its access. */
export interface KeyLedger {
  readonly level: SandboxKey['level'];
  /** The error that refuses the status; undefined if it is answered. */
  statusError(): ServiceErrorKind | undefined;
  /** The error that refuses a check; undefined if it is answered. */
  checkError(): ServiceErrorKind | undefined;
  spend(): void;
  /** The state of the key (interface section 2.3). */
  status(): object;
}

const ERROR_OF_STATE: Readonly<Record<SandboxKey['state'], ServiceErrorKind | undefined>> = {
  good: undefined,
  disabled: 'key-refused',
  'account-blocked': 'account-blocked',
  'wrong-credentials': 'credentials-wrong',
};
/**
 * The number of characters of an ISO time that name its hour (2026-01-15T12), day and month. Checks
 * are counted by these names, so each count begins again with a new name.
 */
const PERIODS = { hour: 13, day: 10, month: 7 } as const;

/** The ledger of a key, with nothing spent. Days are counted from now, in UTC. */
export function createKeyLedger(
  { level, state, days, checks }: SandboxKey,
  clock: Clock,
): KeyLedger {
  const [activation = '', expiration = ''] = days.map((day) =>
    new Date(clock.now() + day * DAY_MS).toISOString().slice(0, PERIODS.day),
  );
  const spent = new Map<string, number>();
  const now = (period: keyof typeof PERIODS): string =>
    new Date(clock.now()).toISOString().slice(0, PERIODS[period]);
  const left = (period: keyof typeof PERIODS): number | 'No limit' => {
    const included = checks[period];
    return included === 'No limit'
      ? included
      : Math.max(included - (spent.get(now(period)) ?? 0), 0);
  };
  const isActive = (): boolean => activation <= now('day') && now('day') <= expiration;
  return {
    level,
    statusError: () => ERROR_OF_STATE[state],
    checkError: () => {
      if (state !== 'good') return ERROR_OF_STATE[state];
      if (!isActive()) return 'key-inactive';
      if (left('hour') === 0) return 'hourly-limit';
      if (left('day') === 0) return 'daily-limit';
      // The interface has no message for a monthly limit.
      return left('month') === 0 ? 'limit-exceeded' : undefined;
    },
    spend: () => {
      for (const period of ['hour', 'day', 'month'] as const) {
        spent.set(now(period), (spent.get(now(period)) ?? 0) + 1);
      }
    },
    status: () => ({
      'Has access': isActive(),
      'Activation date': activation,
      'Expiration date': expiration,
      'Checks left (hour)': left('hour'),
      'Checks left (day)': left('day'),
      'Checks left (month)': left('month'),
    }),
  };
}
