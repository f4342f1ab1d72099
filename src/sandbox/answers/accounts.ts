import { type Clock, DAY_MS, HOUR_MS } from '../../core/clock.ts';
import type { SandboxKey } from './keys.ts';

/** An error of the interface's section 7, as it goes over the wire. */
export interface AccountRefusal {
  readonly httpStatus: 200 | 403 | 429;
  readonly body: { readonly error: string } | { readonly errors: string };
}

/** Every error of section 7 but "IMEI: <imei> not found", which is the answer to a check. */
export const REFUSALS = {
  'credentials-wrong': error('Incorrect username/password'),
  'account-blocked': error('Account blocked'),
  'credentials-missing': error('Missing username/password'),
  'limit-exceeded': error('Exceeded the limit'),
  'imei-empty': error('IMEI cannot be empty'),
  'key-refused': errors(403, 'API key invalid or disabled'),
  'key-inactive': errors(403, 'API key not activated or expired'),
  'hourly-limit': errors(429, 'Hourly limit exceeded'),
  'daily-limit': errors(429, 'Daily limit exceeded'),
  /** Not of the interface: a message it does not list. */
  'unknown-error': error('Under maintenance'),
} as const satisfies Record<string, AccountRefusal>;

export type RefusalKind = keyof typeof REFUSALS;

export const REFUSAL_KINDS: readonly RefusalKind[] = Object.keys(REFUSALS).filter(isRefusalKind);

export function isRefusalKind(name: string): name is RefusalKind {
  return Object.hasOwn(REFUSALS, name);
}

/** The interface states no HTTP status for this shape; 200 is the harder one, since it looks like success. */
function error(message: string): AccountRefusal {
  return { httpStatus: 200, body: { error: message } };
}

function errors(httpStatus: 403 | 429, message: string): AccountRefusal {
  return { httpStatus, body: { errors: message } };
}

/** The state of a key as it goes over the wire (interface section 2.3). */
export interface KeyStatusBody {
  readonly 'Has access': boolean;
  readonly 'Activation date': string;
  readonly 'Expiration date': string;
  readonly 'Checks left (hour)': number | 'No limit';
  readonly 'Checks left (day)': number | 'No limit';
  readonly 'Checks left (month)': number;
}

/** A key in use: what it may still do, and what it has spent. */
export interface Account {
  readonly level: SandboxKey['level'];
  /** Why its status is not told, if it is not. */
  statusRefusal(): RefusalKind | undefined;
  /** Why no check can be made, if none can. */
  checkRefusal(): RefusalKind | undefined;
  /** Counts one check. */
  spend(): void;
  status(): KeyStatusBody;
}

const REFUSAL_OF_STATE: Readonly<Record<SandboxKey['state'], RefusalKind | undefined>> = {
  good: undefined,
  disabled: 'key-refused',
  'account-blocked': 'account-blocked',
  'wrong-credentials': 'credentials-wrong',
};

/** The accounts behind the keys, with nothing spent. Days are counted from now, in UTC. */
export function createAccounts(keys: readonly SandboxKey[], clock: Clock): ReadonlyMap<string, Account> {
  return new Map(keys.map((key) => [key.key, createAccount(key, clock)]));
}

function createAccount({ level, state, days, checks }: SandboxKey, clock: Clock): Account {
  const startedAt = clock.now();
  const activation = dateOf(startedAt + days[0] * DAY_MS);
  const expiration = dateOf(startedAt + days[1] * DAY_MS);
  const hour = createCounter(clock, (now) => Math.floor(now / HOUR_MS));
  const day = createCounter(clock, (now) => Math.floor(now / DAY_MS));
  const month = createCounter(clock, (now) => dateOf(now).slice(0, 'YYYY-MM'.length));

  const isActive = (): boolean => {
    const today = dateOf(clock.now());
    return activation <= today && today <= expiration;
  };
  const left = (counter: Counter, included: number): number => Math.max(included - counter.spent(), 0);
  const limited = (counter: Counter, included: number | 'No limit'): number | 'No limit' =>
    included === 'No limit' ? included : left(counter, included);

  return {
    level,
    statusRefusal: () => REFUSAL_OF_STATE[state],
    checkRefusal: () => {
      if (state !== 'good') return REFUSAL_OF_STATE[state];
      if (!isActive()) return 'key-inactive';
      if (limited(hour, checks.hour) === 0) return 'hourly-limit';
      if (limited(day, checks.day) === 0) return 'daily-limit';
      // The interface has no message of its own for a month that is spent.
      return left(month, checks.month) === 0 ? 'limit-exceeded' : undefined;
    },
    spend: () => {
      for (const counter of [hour, day, month]) counter.add();
    },
    status: () => ({
      'Has access': isActive(),
      'Activation date': activation,
      'Expiration date': expiration,
      'Checks left (hour)': limited(hour, checks.hour),
      'Checks left (day)': limited(day, checks.day),
      'Checks left (month)': left(month, checks.month),
    }),
  };
}

interface Counter {
  add(): void;
  spent(): number;
}

/** The interface does not say when counts reset; here it is when an hour, a day or a month of UTC begins. */
function createCounter(clock: Clock, periodOf: (now: number) => number | string): Counter {
  let period = periodOf(clock.now());
  let count = 0;
  const turn = (): void => {
    const current = periodOf(clock.now());
    if (current !== period) count = 0;
    period = current;
  };
  return {
    add: () => {
      turn();
      count += 1;
    },
    spent: () => {
      turn();
      return count;
    },
  };
}

/** YYYY-MM-DD, in UTC. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
