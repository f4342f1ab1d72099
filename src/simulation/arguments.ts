import { parseArgs } from 'node:util';

/** What `npm run simulate` is asked for. */
export interface SimulationArguments {
  readonly help: boolean;
  readonly users: number;
  readonly hours: number;
  readonly seed: number;
  /** Checks that one user asks for in a day, on average. */
  readonly perUser: number;
  /** USD for one check; without it, what the settings say. */
  readonly price: number | undefined;
}

export const USAGE = `Usage: npm run simulate -- [options]

  --users 100000     how many people use the bot
  --hours 24         for how long, from midnight on
  --per-user 1       checks that one of them asks for in a day, on average
  --price 0.02       what one check costs in USD; without this, PRICE_PER_CHECK
  --seed 1           another seed makes other people; the same seed tells the same again
  --help             this text

Plays a made-up day through the bot's own checker, cache and limiter, on simulated time and without a network, once without
a cache, once with CACHE_SCOPE=imei and once with CACHE_SCOPE=tac. LIMIT_…, CACHE_TTL_…, USER_CHECKS_PER_DAY,
REQUEST_MAX_AGE and PRICE_PER_CHECK count as they are set.`;

const MOST_USERS = 10_000_000;
const MOST_HOURS = 24 * 31;
const MOST_SEED = 2 ** 31 - 1;
const MOST_PER_USER = 1_000;

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  users: { type: 'string', default: '100000' },
  hours: { type: 'string', default: '24' },
  seed: { type: 'string', default: '1' },
  'per-user': { type: 'string', default: '1' },
  price: { type: 'string' },
} as const;

/** Reads the words after the program's name; a problem says what to write instead. */
export function parseSimulationArguments(
  words: readonly string[],
): SimulationArguments | { readonly problem: string } {
  try {
    const { values } = parseArgs({ args: [...words], options: OPTIONS });
    return {
      help: values.help,
      users: wholeNumber('--users', values.users, { from: 1, to: MOST_USERS }),
      hours: wholeNumber('--hours', values.hours, { from: 1, to: MOST_HOURS }),
      seed: wholeNumber('--seed', values.seed, { from: 0, to: MOST_SEED }),
      perUser: perUserOf(values['per-user']),
      price: values.price === undefined ? undefined : priceOf(values.price),
    };
  } catch (error) {
    // Both Node's words on an unknown option and those below are meant for people.
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function wholeNumber(option: string, text: string, { from, to }: { from: number; to: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= from && number <= to) return number;
  throw new Error(`${option} takes a whole number from ${from} to ${to}, not "${text}".`);
}

function perUserOf(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number > 0 && number <= MOST_PER_USER) return number;
  throw new Error(`--per-user takes a number such as 1 or 0.2, up to ${MOST_PER_USER}, not "${text}".`);
}

function priceOf(text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new Error(`--price takes an amount in USD such as 0.02, not "${text}".`);
}
