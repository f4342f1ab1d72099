import { z } from 'zod';
import { httpUrl, inClear, isLoopback, plainHttpUrl } from './addresses.ts';
import { amount, duration, wholeNumber } from './bounds.ts';
import { nearMiss, withProxies } from './names.ts';
import type { PlatformSettings } from './platform.ts';
import { principals } from './principals.ts';
import {
  permission,
  presentOf,
  problemOf,
  type Setting,
  type Settings,
  schemaOf,
  secret,
  secretsIn,
  shown,
  type ValuesOf,
  wholeSecret,
} from './setting.ts';
import { STORE_VARIABLES, storeProblems } from './store-settings.ts';

/** Interface section 8: at most 4 at the same time, fewer than 20 a minute. */
const INTERFACE_LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000 } as const;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every variable that is no platform's, with its default; `.env.example` says what each is for. */
const VARIABLES = {
  LOOKUP_BASE_URL: shown(plainHttpUrl.optional()),
  LOOKUP_API_KEY: secret(wholeSecret),
  LOOKUP_ALLOW_HTTP: shown(permission),
  LOOKUP_TIMEOUT: shown(duration('LOOKUP_TIMEOUT').prefault('20s')),
  ...STORE_VARIABLES,
  CACHE_SCOPE: shown(z.enum(['imei', 'tac'], 'write imei or tac').default('imei')),
  CACHE_TTL_FOUND: shown(duration('CACHE_TTL_FOUND').prefault('365d')),
  CACHE_TTL_NOT_FOUND: shown(duration('CACHE_TTL_NOT_FOUND').prefault('7d')),
  LIMIT_CONCURRENT: shown(wholeNumber('LIMIT_CONCURRENT').default(INTERFACE_LIMITS.concurrent)),
  LIMIT_PER_WINDOW: shown(wholeNumber('LIMIT_PER_WINDOW').default(INTERFACE_LIMITS.perWindow)),
  LIMIT_WINDOW: shown(duration('LIMIT_WINDOW').prefault('60s')),
  BATCH_MAX: shown(wholeNumber('BATCH_MAX').default(500)),
  BATCH_CONFIRM: shown(wholeNumber('BATCH_CONFIRM').default(20)),
  PRICE_PER_CHECK: shown(amount('PRICE_PER_CHECK').optional()),
  HTTPS_PROXY: shown(httpUrl.optional()),
  NO_PROXY: shown(z.string().optional()),
  TAC_TABLE: shown(z.string().optional()),
  USER_CHECKS_PER_DAY: shown(wholeNumber('USER_CHECKS_PER_DAY').default(100)),
  CHECKS_PER_DAY: shown(wholeNumber('CHECKS_PER_DAY').optional()),
  CHECKS_RESERVE: shown(wholeNumber('CHECKS_RESERVE').default(0)),
  HISTORY: shown(z.stringbool('write on or off').prefault('on')),
  REQUEST_MAX_AGE: shown(duration('REQUEST_MAX_AGE').prefault('24h')),
  SHUTDOWN_GRACE: shown(duration('SHUTDOWN_GRACE').prefault('20s')),
  HTTP_PORT: shown(wholeNumber('HTTP_PORT').optional()),
  HTTP_HOST: shown(z.string().default('127.0.0.1')),
  LANGUAGE: shown(
    z
      .string()
      // Systems set it too, to several of their own locales in a row.
      .regex(
        /^(?:[a-z]{1,3}(?:[-_][a-z0-9]{1,8})*(?:\.[\w-]+)?(?:@\w+)?(?::|$))+$/i,
        'write a language such as en, de or pt-BR',
      )
      .optional(),
  ),
  LOG_LEVEL: shown(z.enum(LOG_LEVELS, `write one of ${LOG_LEVELS.join(', ')}`).default('info')),
} as const;

/** The same with those that name people and places, whose forms depend on the platforms there are. */
function variablesFor(platforms: readonly PlatformSettings<unknown>[]) {
  const listed = shown(principals(platforms).prefault(''));
  return { ...VARIABLES, ADMINS: listed, ALLOWED: listed } as const;
}
type Variables = ValuesOf<ReturnType<typeof variablesFor>>;

/** Every variable the bot reads, its platforms' among them. */
export function settingsOf(platforms: readonly PlatformSettings<unknown>[]): Settings {
  const all = [variablesFor(platforms), ...platforms.map(({ settings }) => settings)];
  return Object.fromEntries(all.flatMap((rows) => Object.entries<Setting>(rows)));
}

/** What is set. `Platform` is what the definitions make of the settings of a platform that is to be served. */
export type Config<Platform = unknown> = ReturnType<typeof toConfig> & {
  readonly platforms: readonly Platform[];
};

export type ConfigResult<Platform> =
  | { readonly ok: true; readonly config: Config<Platform> }
  /** Everything that is wrong, one sentence each, ready to be printed. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** The environment as configuration, or all that is wrong with it at once. An empty variable counts as unset. */
export function parseConfig<Platform>(
  environment: Readonly<Record<string, string | undefined>>,
  platforms: readonly PlatformSettings<Platform>[],
): ConfigResult<Platform> {
  const set = presentOf(withProxies(environment));
  const names = Object.keys(settingsOf(platforms));
  const misspelt = Object.keys(set).flatMap((name) => nearMiss(name, names));
  const variables = variablesFor(platforms);
  const own = schemaOf(variables).safeParse(set);
  const read = platforms.map((platform) => platform.read(set));
  const theirs = read.flatMap((one) => (one.ok ? [one] : []));
  if (!own.success || theirs.length < read.length) {
    const issues = [...(own.error?.issues ?? []), ...read.flatMap((one) => (one.ok ? [] : one.issues))];
    return { ok: false, problems: [...misspelt, ...issues.map(problemOf)] };
  }
  const hasHttp = own.data.HTTP_PORT !== undefined;
  const problems = [
    ...misspelt,
    ...conflicts(own.data),
    ...theirs.flatMap((one) => one.problems({ hasHttp })),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const config = toConfig(own.data, [
    ...secretsIn(own.data, variables),
    ...theirs.flatMap(({ secrets }) => secrets),
  ]);
  const served = theirs.flatMap(({ configured }) => configured ?? []);
  return { ok: true, config: Object.freeze({ ...config, platforms: Object.freeze(served) }) };
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
  if (set.LOOKUP_BASE_URL !== undefined && !isLoopback(set.LOOKUP_BASE_URL)) {
    problems.push(...tooMuch(set));
  }
  if (set.LOOKUP_BASE_URL !== undefined) {
    const permit = { name: 'LOOKUP_ALLOW_HTTP', given: set.LOOKUP_ALLOW_HTTP };
    problems.push(
      ...inClear({ name: 'LOOKUP_BASE_URL', url: set.LOOKUP_BASE_URL, secret: 'your key', permit }),
    );
  }
  return problems;
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

function toConfig(set: Variables, secrets: readonly string[]) {
  return {
    /** What must not be shown: keys, tokens, and the passwords that addresses hold. */
    secrets,
    ...connections(set),
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
    /** BCP 47, or as systems write locales. */
    language: set.LANGUAGE,
    logLevel: set.LOG_LEVEL,
  };
}

/** What is called, what it is called through, and where the bot is called. */
function connections(set: Variables) {
  return {
    /** Without it the embedded sandbox is used. */
    service:
      set.LOOKUP_BASE_URL === undefined || set.LOOKUP_API_KEY === undefined
        ? undefined
        : Object.freeze({ baseUrl: set.LOOKUP_BASE_URL, apiKey: set.LOOKUP_API_KEY }),
    /** What addresses with https:// are called through. */
    proxy:
      set.HTTPS_PROXY === undefined
        ? undefined
        : Object.freeze({ url: set.HTTPS_PROXY, except: set.NO_PROXY ?? '' }),
    http:
      set.HTTP_PORT === undefined ? undefined : Object.freeze({ host: set.HTTP_HOST, port: set.HTTP_PORT }),
  };
}
