export interface SandboxKey {
  readonly key: string;
  /** Its purpose, in words. */
  readonly about: string;
  readonly level: 'BASIC' | 'FULL';
  /** All but `good` are refused, on any date. */
  readonly state: 'good' | 'disabled' | 'account-blocked' | 'wrong-credentials';
  /** First and last day of its access, in days from the start of the sandbox. */
  readonly days: readonly [from: number, until: number];
  /** Checks in an hour, a day and a month. */
  readonly checks: {
    readonly hour: number | 'No limit';
    readonly day: number | 'No limit';
    readonly month: number;
  };
}

/** The key of the embedded sandbox: FULL, without an hourly or daily limit. */
export const SANDBOX_KEY = 'sandbox-full';

/** The interface states no hourly and daily numbers of checks; these are ours. */
export const SANDBOX_KEYS: readonly SandboxKey[] = [
  sandboxKey(SANDBOX_KEY, 'FULL results, no hourly or daily limit', {}),
  sandboxKey('sandbox-basic-2500', 'BASIC results, 2500 checks a month', {
    level: 'BASIC',
    checks: { hour: 100, day: 500, month: 2500 },
  }),
  sandboxKey('sandbox-3-an-hour', 'three checks an hour, then "Hourly limit exceeded"', {
    checks: { hour: 3, day: 'No limit', month: 2500 },
  }),
  sandboxKey('sandbox-3-a-day', 'three checks a day, then "Daily limit exceeded"', {
    checks: { hour: 'No limit', day: 3, month: 2500 },
  }),
  sandboxKey('sandbox-3-a-month', 'three checks a month, then "Exceeded the limit"', {
    checks: { hour: 'No limit', day: 'No limit', month: 3 },
  }),
  sandboxKey('sandbox-expires-soon', 'expires in five days', { days: [-360, 5] }),
  sandboxKey('sandbox-expired', 'expired thirty days ago', { days: [-395, -30] }),
  sandboxKey('sandbox-not-activated', 'is activated in thirty days', { days: [30, 395] }),
  sandboxKey('sandbox-disabled', 'is disabled', { state: 'disabled' }),
  sandboxKey('sandbox-account-blocked', 'its account is blocked', { state: 'account-blocked' }),
  sandboxKey('sandbox-wrong-credentials', 'its credentials are wrong', {
    state: 'wrong-credentials',
  }),
];

/** A key like {@link SANDBOX_KEY}, except for what is given. */
export function sandboxKey(
  key: string,
  about: string,
  differs: Partial<Omit<SandboxKey, 'key' | 'about'>>,
): SandboxKey {
  const checks = { hour: 'No limit', day: 'No limit', month: 100_000 } as const;
  return { key, about, level: 'FULL', state: 'good', days: [-30, 335], checks, ...differs };
}
