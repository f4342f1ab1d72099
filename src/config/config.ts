import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { DRIVERS, driverOf } from '../store/open.ts';
import { httpsUrl, httpUrl, inClear, isLoopback, plainHttpUrl, type SecretWay } from './addresses.ts';
import { amount, duration, wholeNumber } from './bounds.ts';
import { principals } from './principals.ts';
import { secret, secretsIn } from './secrets.ts';
import { shardRange } from './shard-range.ts';

/** Interface section 8: at most 4 at the same time, fewer than 20 a minute. */
const INTERFACE_LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000 } as const;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** What is shorter could not be kept out of a log without tearing holes into innocent words. */
const wholeSecret = z
  .string()
  .min(8, 'write all of it, as you were given it: fewer than 8 characters cannot be it');

/** Every variable the bot reads, with its default; `.env.example` says what each is for. */
const variables = z.object({
  LOOKUP_BASE_URL: plainHttpUrl.optional(),
  LOOKUP_API_KEY: secret(wholeSecret),
  LOOKUP_ALLOW_HTTP: z.stringbool('write true or false').prefault('false'),
  LOOKUP_TIMEOUT: duration('LOOKUP_TIMEOUT').prefault('20s'),
  STORE_URL: z
    .string()
    .refine((url) => driverOf(url) !== undefined, `write ${DRIVERS.map(({ usage }) => usage).join(', or ')}`)
    .default('sqlite://data/imei-bot.sqlite'),
  CACHE_SCOPE: z.enum(['imei', 'tac'], 'write imei or tac').default('imei'),
  CACHE_TTL_FOUND: duration('CACHE_TTL_FOUND').prefault('365d'),
  CACHE_TTL_NOT_FOUND: duration('CACHE_TTL_NOT_FOUND').prefault('7d'),
  CACHE_SECRET: secret(z.string().min(16, 'write at least 16 characters')),
  LIMIT_CONCURRENT: wholeNumber('LIMIT_CONCURRENT').default(INTERFACE_LIMITS.concurrent),
  LIMIT_PER_WINDOW: wholeNumber('LIMIT_PER_WINDOW').default(INTERFACE_LIMITS.perWindow),
  LIMIT_WINDOW: duration('LIMIT_WINDOW').prefault('60s'),
  BATCH_MAX: wholeNumber('BATCH_MAX').default(500),
  BATCH_CONFIRM: wholeNumber('BATCH_CONFIRM').default(20),
  PRICE_PER_CHECK: amount('PRICE_PER_CHECK').optional(),
  TAC_TABLE: z.string().optional(),
  ADMINS: principals.prefault(''),
  ALLOWED: principals.prefault(''),
  USER_CHECKS_PER_DAY: wholeNumber('USER_CHECKS_PER_DAY').default(100),
  CHECKS_PER_DAY: wholeNumber('CHECKS_PER_DAY').optional(),
  CHECKS_RESERVE: wholeNumber('CHECKS_RESERVE').default(0),
  HISTORY: z.stringbool('write on or off').prefault('on'),
  REQUEST_MAX_AGE: duration('REQUEST_MAX_AGE').prefault('24h'),
  SHUTDOWN_GRACE: duration('SHUTDOWN_GRACE').prefault('20s'),
  DISCORD_TOKEN: secret(wholeSecret),
  DISCORD_API_URL: plainHttpUrl.default('https://discord.com/api'),
  DISCORD_ALLOW_HTTP: z.stringbool('write true or false').prefault('false'),
  DISCORD_GUILD: z
    .string()
    .regex(/^\d{15,22}$/, 'write the id of a server: its digits only')
    .optional(),
  DISCORD_SHARDS: shardRange.optional(),
  TELEGRAM_TOKEN: secret(
    z.string().regex(/^\d+:[\w-]+$/, 'write the whole token as BotFather gave it: digits, a colon, letters'),
  ),
  TELEGRAM_API_URL: httpUrl.default('https://api.telegram.org'),
  TELEGRAM_ALLOW_HTTP: z.stringbool('write true or false').prefault('false'),
  TELEGRAM_WEBHOOK_URL: httpsUrl.optional(),
  HTTP_PORT: wholeNumber('HTTP_PORT').optional(),
  HTTP_HOST: z.string().default('127.0.0.1'),
  LANGUAGE: z
    .string()
    // Systems set it too, to several of their own locales in a row.
    .regex(
      /^(?:[a-z]{1,3}(?:[-_][a-z0-9]{1,8})*(?:\.[\w-]+)?(?:@\w+)?(?::|$))+$/i,
      'write a language such as en, de or pt-BR',
    )
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `write one of ${LOG_LEVELS.join(', ')}`).default('info'),
});
type Variables = z.infer<typeof variables>;

/** Which variable lets a secret go in clear to which address. */
const ALLOWS_HTTP = {
  LOOKUP_BASE_URL: 'LOOKUP_ALLOW_HTTP',
  DISCORD_API_URL: 'DISCORD_ALLOW_HTTP',
  TELEGRAM_API_URL: 'TELEGRAM_ALLOW_HTTP',
} as const;

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

export type Config = ReturnType<typeof toConfig>;

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** Everything that is wrong, one sentence each, ready to be printed. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** The environment as configuration, or all that is wrong with it at once. An empty variable counts as unset. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): ConfigResult {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const parsed = variables.safeParse(Object.fromEntries(set.map(([name, value]) => [name, value?.trim()])));
  const problems = [
    ...set.flatMap(([name]) => nearMiss(name)),
    ...(parsed.success ? conflicts(parsed.data) : parsed.error.issues.map(problemOf)),
  ];
  if (problems.length > 0 || !parsed.success) return { ok: false, problems };
  return { ok: true, config: toConfig(parsed.data) };
}

function problemOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`;
}

/** A name that is nearly one of ours was most likely meant to be it. */
function nearMiss(name: string): string[] {
  if (name.length < 5 || VARIABLE_NAMES.includes(name)) return [];
  const meant = VARIABLE_NAMES.find((one) => distance(one, name) <= 2);
  return meant === undefined ? [] : [`${name}: there is no such variable. Did you mean ${meant}?`];
}

function conflicts(set: Variables): string[] {
  const problems: string[] = [];
  if (set.LOOKUP_BASE_URL !== undefined && set.LOOKUP_API_KEY === undefined) {
    problems.push('LOOKUP_API_KEY: is needed with LOOKUP_BASE_URL. Leave both empty to use the sandbox.');
  }
  if (set.LOOKUP_BASE_URL === undefined && set.LOOKUP_API_KEY !== undefined) {
    problems.push('LOOKUP_BASE_URL: is needed with LOOKUP_API_KEY. Leave both empty to use the sandbox.');
  }
  problems.push(...storeProblems(set));
  if (set.TELEGRAM_WEBHOOK_URL !== undefined && set.HTTP_PORT === undefined) {
    problems.push(
      "HTTP_PORT: is needed with TELEGRAM_WEBHOOK_URL: the bot's own HTTP server takes the updates.",
    );
  }
  if (set.LOOKUP_BASE_URL !== undefined && !isLoopback(set.LOOKUP_BASE_URL)) {
    problems.push(...tooMuch(set));
  }
  return [...problems, ...secretWays(set).flatMap(inClear)];
}

function storeProblems({ STORE_URL: url, CACHE_SECRET: secret }: Variables): string[] {
  const driver = driverOf(url);
  const problem = driver?.problemOf(url);
  const problems = problem === undefined ? [] : [`STORE_URL: ${problem}`];
  if (driver?.isShared && secret === undefined) {
    problems.push(
      `CACHE_SECRET: is needed with ${driver.schemes[0]}, the same in every process: they read what the others wrote.`,
    );
  }
  return problems;
}

/** The ways that secrets take: each is in every request to its address. */
function secretWays(set: Variables): SecretWay[] {
  const ways: SecretWay[] = [];
  const add = (name: 'LOOKUP_BASE_URL' | 'DISCORD_API_URL' | 'TELEGRAM_API_URL', secret: string): void => {
    const url = set[name];
    const permit = ALLOWS_HTTP[name];
    if (url !== undefined) ways.push({ name, url, secret, permit: { name: permit, given: set[permit] } });
  };
  add('LOOKUP_BASE_URL', 'your key');
  if (set.DISCORD_TOKEN !== undefined) add('DISCORD_API_URL', 'your DISCORD_TOKEN');
  if (set.TELEGRAM_TOKEN !== undefined) add('TELEGRAM_API_URL', 'your TELEGRAM_TOKEN');
  return ways;
}

/** The limits may be set lower than the service's, never higher: it blocks addresses that cross them. */
function tooMuch(set: Variables): string[] {
  const { concurrent, perWindow, windowMs } = INTERFACE_LIMITS;
  const problems: string[] = [];
  if (set.LIMIT_CONCURRENT > concurrent) {
    problems.push(`LIMIT_CONCURRENT: the service allows at most ${concurrent} requests at the same time.`);
  }
  if (set.LIMIT_PER_WINDOW > perWindow) {
    problems.push(`LIMIT_PER_WINDOW: the service allows at most ${perWindow} requests in any minute.`);
  }
  if (set.LIMIT_WINDOW < windowMs) {
    problems.push('LIMIT_WINDOW: the service counts over a minute, so 60s is the least.');
  }
  return problems;
}

function toConfig(set: Variables) {
  return Object.freeze({
    /** What must not be shown: keys, tokens, and the passwords that addresses hold. */
    secrets: secretsIn(set, variables.shape),
    /** Without it the embedded sandbox is used. */
    service:
      set.LOOKUP_BASE_URL === undefined || set.LOOKUP_API_KEY === undefined
        ? undefined
        : Object.freeze({ baseUrl: set.LOOKUP_BASE_URL, apiKey: set.LOOKUP_API_KEY }),
    lookupTimeoutMs: set.LOOKUP_TIMEOUT,
    storeUrl: set.STORE_URL,
    cacheSecret: set.CACHE_SECRET,
    cache: Object.freeze({
      scope: set.CACHE_SCOPE,
      foundTtlMs: set.CACHE_TTL_FOUND,
      notFoundTtlMs: set.CACHE_TTL_NOT_FOUND,
    }),
    limits: Object.freeze({
      concurrent: set.LIMIT_CONCURRENT,
      perWindow: set.LIMIT_PER_WINDOW,
      windowMs: set.LIMIT_WINDOW,
    }),
    batchMax: set.BATCH_MAX,
    batchConfirm: set.BATCH_CONFIRM,
    history: set.HISTORY,
    http:
      set.HTTP_PORT === undefined ? undefined : Object.freeze({ host: set.HTTP_HOST, port: set.HTTP_PORT }),
    /** USD */
    pricePerCheck: set.PRICE_PER_CHECK,
    tacTable: set.TAC_TABLE,
    access: Object.freeze({ admins: set.ADMINS, allowed: set.ALLOWED }),
    allowance: Object.freeze({
      checksPerDay: set.USER_CHECKS_PER_DAY,
      reserve: set.CHECKS_RESERVE,
      checksPerDayInAll: set.CHECKS_PER_DAY,
      listed: set.ALLOWED,
    }),
    requestMaxAgeMs: set.REQUEST_MAX_AGE,
    shutdownGraceMs: set.SHUTDOWN_GRACE,
    discord:
      set.DISCORD_TOKEN === undefined
        ? undefined
        : Object.freeze({
            token: set.DISCORD_TOKEN,
            apiUrl: set.DISCORD_API_URL,
            guild: set.DISCORD_GUILD,
            /** Without it as many as Discord recommends, all in one process. */
            shards: set.DISCORD_SHARDS,
          }),
    telegram:
      set.TELEGRAM_TOKEN === undefined
        ? undefined
        : Object.freeze({
            token: set.TELEGRAM_TOKEN,
            apiUrl: set.TELEGRAM_API_URL,
            webhookUrl: set.TELEGRAM_WEBHOOK_URL,
          }),
    /** BCP 47, or as systems write locales. */
    language: set.LANGUAGE,
    logLevel: set.LOG_LEVEL,
  });
}
