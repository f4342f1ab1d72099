import { z } from 'zod';
import { inClear, isLoopback, plainHttpUrl, proxyUrl } from './addresses.ts';
import { amount, duration, wholeNumber } from './bounds.ts';
import { nearMiss, withProxies } from './environment.ts';
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

/** What the service lets through: the operator may set less. */
export interface ServiceLimits {
  /** Requests in flight at the same time. */
  readonly concurrent: number;
  /** Requests that may arrive in any rolling window. */
  readonly perWindow: number;
  readonly windowMs: number;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every variable that is no platform's, with its default; `.env.example` says what each is for. */
const VARIABLES = {
  LOOKUP_BASE_URL: shown(plainHttpUrl.optional()),
  LOOKUP_API_KEY: secret(wholeSecret),
  LOOKUP_ALLOW_HTTP: shown(permission),
  LOOKUP_TIMEOUT: shown(duration('100ms', '5m').prefault('20s')),
  ...STORE_VARIABLES,
  CACHE_SCOPE: shown(z.enum(['imei', 'tac'], 'write imei or tac').default('imei')),
  CACHE_TTL_FOUND: shown(duration('1m', '3650d').prefault('365d')),
  CACHE_TTL_NOT_FOUND: shown(duration('1m', '3650d').prefault('7d')),
  LIMIT_CONCURRENT: shown(wholeNumber('1', '1000').optional()),
  LIMIT_PER_WINDOW: shown(wholeNumber('1', '100000').optional()),
  LIMIT_WINDOW: shown(duration('100ms', '24h').optional()),
  BATCH_MAX: shown(wholeNumber('1', '10000').default(500)),
  BATCH_CONFIRM: shown(wholeNumber('1', '10000').default(20)),
  PRICE_PER_CHECK: shown(amount('0', '1000').optional()),
  HTTPS_PROXY: shown(proxyUrl.optional()),
  NO_PROXY: shown(z.string().optional()),
  TAC_TABLE: shown(z.string().optional()),
  USER_CHECKS_PER_DAY: shown(wholeNumber('0', '1000000').default(100)),
  CHECKS_PER_DAY: shown(wholeNumber('1', '1000000').optional()),
  CHECKS_RESERVE: shown(wholeNumber('0', '1000000').default(0)),
  HISTORY: shown(z.stringbool('write on or off').prefault('on')),
  REQUEST_MAX_AGE: shown(duration('1m', '30d').prefault('24h')),
  SHUTDOWN_GRACE: shown(duration('0s', '10m').prefault('20s')),
  HTTP_PORT: shown(wholeNumber('1', '65535').optional()),
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

/** What the meaning of the settings depends on. */
export interface SettingsContext<Platform> {
  readonly platforms: readonly PlatformSettings<Platform>[];
  /** The limits of the service, which hold where the operator has set none. */
  readonly serviceLimits: ServiceLimits;
}

/** The environment as configuration, or all that is wrong with it at once. An empty variable counts as unset. */
export function parseConfig<Platform>(
  environment: Readonly<Record<string, string | undefined>>,
  { platforms, serviceLimits }: SettingsContext<Platform>,
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
    ...conflicts(own.data, serviceLimits),
    ...theirs.flatMap((one) => one.problems({ hasHttp })),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const secrets = [...secretsIn(own.data, variables), ...theirs.flatMap((one) => one.secrets)];
  const config = toConfig(own.data, serviceLimits, secrets);
  const served = theirs.flatMap(({ configured }) => configured ?? []);
  return { ok: true, config: Object.freeze({ ...config, platforms: Object.freeze(served) }) };
}

function conflicts(set: Variables, serviceLimits: ServiceLimits): string[] {
  const problems: string[] = [];
  if (set.LOOKUP_BASE_URL !== undefined && set.LOOKUP_API_KEY === undefined) {
    problems.push('LOOKUP_API_KEY: is needed with LOOKUP_BASE_URL. Leave both empty to use the sandbox.');
  }
  if (set.LOOKUP_BASE_URL === undefined && set.LOOKUP_API_KEY !== undefined) {
    problems.push('LOOKUP_BASE_URL: is needed with LOOKUP_API_KEY. Leave both empty to use the sandbox.');
  }
  problems.push(...storeProblems(set));
  if (set.LOOKUP_BASE_URL !== undefined && !isLoopback(set.LOOKUP_BASE_URL)) {
    problems.push(...tooMuch(limitsOf(set, serviceLimits), serviceLimits));
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
function tooMuch(set: ServiceLimits, { concurrent, perWindow, windowMs }: ServiceLimits): string[] {
  const window = windowMs === 60_000 ? 'minute' : `${windowMs / 1_000} s`;
  const problems: string[] = [];
  if (set.concurrent > concurrent) {
    problems.push(`LIMIT_CONCURRENT: the service allows at most ${concurrent} requests at the same time.`);
  }
  if (set.perWindow > perWindow) {
    problems.push(`LIMIT_PER_WINDOW: the service allows at most ${perWindow} requests in any ${window}.`);
  }
  if (set.windowMs < windowMs) {
    problems.push(`LIMIT_WINDOW: the service counts over a ${window}, so ${windowMs / 1_000}s is the least.`);
  }
  return problems;
}

/** What the operator has set, and where nothing is set the service's own. */
function limitsOf(set: Variables, { concurrent, perWindow, windowMs }: ServiceLimits): ServiceLimits {
  return {
    concurrent: set.LIMIT_CONCURRENT ?? concurrent,
    perWindow: set.LIMIT_PER_WINDOW ?? perWindow,
    windowMs: set.LIMIT_WINDOW ?? windowMs,
  };
}

function toConfig(set: Variables, serviceLimits: ServiceLimits, secrets: readonly string[]) {
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
    limits: Object.freeze(limitsOf(set, serviceLimits)),
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
