import { z } from 'zod';
import type { Principal } from '../core/adapter.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import { isStoreUrl, kindOf, STORE_URL_USAGE } from '../store/kinds.ts';
import { MIN_SECRET_LENGTH } from '../store/seal/secret.ts';
import {
  amount,
  duration,
  type Environment,
  httpUrl,
  isCleartext,
  isLocaleList,
  isLoopback,
  type PrincipalKinds,
  plainHttpUrl,
  principals,
  problemsOf,
  type Settings,
  secret,
  secretsIn,
  setVariables,
  type ValuesOf,
  wholeNumber,
  wholeSecret,
} from './setting.ts';

/** What a platform adds to the settings. `Configured` is its part of the configuration. */
export interface PlatformSettings<Configured> {
  /** The first part of its people and places: `discord`. */
  readonly name: string;
  readonly settings: Settings;
  /** The variable of the token; without a token the platform is off. */
  readonly tokenKey: string;
  /** The variable of the URL to which the token is sent. */
  readonly apiUrl: string;
  readonly principals: PrincipalKinds;
  /** Settings that contradict each other; each sentence begins with a variable. */
  readonly problems: (set: Values) => readonly string[];
  /** Undefined if the platform is off. */
  readonly configure: (set: Values) => Configured | undefined;
}

type Values = Readonly<Record<string, unknown>>;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The variables of the store. */
const STORE_VARIABLES = {
  STORE_URL: z
    .string()
    .refine(isStoreUrl, `write ${STORE_URL_USAGE}`)
    .default('sqlite://data/imei-bot.sqlite'),
  CACHE_SECRET: secret(
    z.string().min(MIN_SECRET_LENGTH, `write at least ${MIN_SECRET_LENGTH} characters`),
  ),
};

/** All variables except those of platforms, with their defaults. `.env.example` explains each. */
const VARIABLES = {
  LOOKUP_BASE_URL: plainHttpUrl.optional(),
  LOOKUP_API_KEY: secret(wholeSecret),
  LOOKUP_TIMEOUT: duration('100ms', '5m').prefault('20s'),
  ALLOW_HTTP: z.stringbool('write true or false').prefault('false'),
  ...STORE_VARIABLES,
  CACHE_SCOPE: z.enum(['imei', 'tac'], 'write imei or tac').default('imei'),
  CACHE_TTL_FOUND: duration('1m', '3650d').prefault('365d'),
  CACHE_TTL_NOT_FOUND: duration('1m', '3650d').prefault('7d'),
  LIMIT_CONCURRENT: wholeNumber('1', '1000').optional(),
  LIMIT_PER_WINDOW: wholeNumber('1', '100000').optional(),
  LIMIT_WINDOW: duration('100ms', '24h').optional(),
  BATCH_MAX: wholeNumber('1', '10000').default(500),
  BATCH_CONFIRM: wholeNumber('1', '10000').default(20),
  PRICE_PER_CHECK: amount('0', '1000').optional(),
  HTTPS_PROXY: httpUrl.optional(),
  NO_PROXY: z.string().default(''),
  TAC_TABLE: z.string().optional(),
  USER_CHECKS_PER_DAY: wholeNumber('0', '1000000').default(100),
  CHECKS_PER_DAY: wholeNumber('1', '1000000').optional(),
  CHECKS_RESERVE: wholeNumber('0', '1000000').default(0),
  HISTORY: z.stringbool('write on or off').prefault('on'),
  SHUTDOWN_GRACE: duration('0s', '10m').prefault('20s'),
  HTTP_PORT: wholeNumber('1', '65535').optional(),
  HTTP_HOST: z.string().default('127.0.0.1'),
  LANGUAGE: z.string().refine(isLocaleList, 'write a language such as en, de or pt-BR').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `write ${LOG_LEVELS.join(', ')}`).default('info'),
};

/** All variables with the lists of people and places, whose forms depend on the platforms. */
function variablesFor(platforms: readonly PlatformSettings<unknown>[]) {
  const listed = principals(platforms).prefault('');
  return { ...VARIABLES, ADMINS: listed, ALLOWED: listed };
}
type Variables = ValuesOf<ReturnType<typeof variablesFor>>;

/** Every variable that the bot reads, with those of its platforms. */
export function settingsOf(platforms: readonly PlatformSettings<unknown>[]): Settings {
  return Object.assign(variablesFor(platforms), ...platforms.map(({ settings }) => settings));
}

/** What is configured for all platforms. Durations are in milliseconds. */
interface CommonConfig {
  /** The look-up service; undefined for the embedded sandbox. */
  readonly service: { readonly baseUrl: string; readonly apiKey: string } | undefined;
  readonly lookupTimeoutMs: number;
  /** The proxy for URLs with https://, and the hosts that are reached without it. */
  readonly proxy: { readonly url: string; readonly except: string } | undefined;
  /** Where metrics and webhooks are served; undefined: nowhere. */
  readonly http: { readonly host: string; readonly port: number } | undefined;
  readonly storeUrl: string;
  readonly cacheSecret: string | undefined;
  readonly cache: {
    /** Whether a saved answer is about one phone, or about all of its type. */
    readonly scope: 'imei' | 'tac';
    readonly foundTtlMs: number;
    readonly notFoundTtlMs: number;
  };
  readonly limits: ServiceLimits;
  /** Most checks that one list runs at once. */
  readonly batchMax: number;
  /** A list that needs more checks is shown with its cost before it runs. */
  readonly batchConfirm: number;
  /** Whether the checks of each person are kept for /recent. */
  readonly history: boolean;
  readonly pricePerCheck: number | undefined;
  /** The path of the open TAC table. */
  readonly tacTable: string | undefined;
  readonly access: {
    readonly admins: readonly Principal[];
    /** Empty: everybody may ask. */
    readonly allowed: readonly Principal[];
  };
  readonly allowance: {
    readonly checksPerDay: number;
    readonly reserve: number;
    readonly checksPerDayInAll: number | undefined;
    readonly listed: readonly Principal[];
  };
  readonly shutdownGraceMs: number;
  /** BCP 47, or as operating systems write locales. */
  readonly language: string | undefined;
  readonly logLevel: Variables['LOG_LEVEL'];
}

/** The configuration. `Platform` is a platform that is on, with its settings. */
export interface Config<Platform = unknown> extends CommonConfig {
  /** What must not be shown: keys, tokens, and the passwords in URLs. */
  readonly secrets: readonly string[];
  readonly platforms: readonly Platform[];
}

export type ConfigResult<Platform> =
  | { readonly ok: true; readonly config: Config<Platform> }
  /** Everything that is wrong, one sentence each, ready to be printed. */
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Makes the configuration from the environment, or lists everything that is wrong. An empty
 * variable counts as unset.
 * @param serviceLimits the limits, unless the operator has set lower ones
 */
export function parseConfig<Platform>(
  environment: Environment,
  platforms: readonly PlatformSettings<Platform>[],
  serviceLimits: ServiceLimits,
): ConfigResult<Platform> {
  const set = setVariables(environment);
  const settings = settingsOf(platforms);
  const parsed = z.object(settings).safeParse(set);
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) };
  const values = parsed.data as Variables;
  const common = toConfig(values, serviceLimits);
  const problems = [
    ...serviceProblems(values, common.limits, serviceLimits),
    ...storeProblems(values),
    ...inCleartext(values, platforms),
    ...platforms.flatMap((platform) => platform.problems(values)),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const served = platforms.flatMap(({ configure }) => configure(values) ?? []);
  return { ok: true, config: { ...common, secrets: secretsIn(set, settings), platforms: served } };
}

/**
 * The limits may not be higher than those of the service: it blocks IP addresses that exceed them.
 */
function serviceProblems(set: Variables, limits: ServiceLimits, most: ServiceLimits): string[] {
  const { LOOKUP_BASE_URL: url, LOOKUP_API_KEY: key } = set;
  if ((url === undefined) !== (key === undefined)) {
    const [missing, present] =
      url === undefined
        ? ['LOOKUP_BASE_URL', 'LOOKUP_API_KEY']
        : ['LOOKUP_API_KEY', 'LOOKUP_BASE_URL'];
    return [`${missing}: is needed with ${present}. Leave both empty for the embedded sandbox.`];
  }
  if (url === undefined || isLoopback(url)) return [];
  const beyond = {
    LIMIT_CONCURRENT: limits.concurrent > most.concurrent,
    LIMIT_PER_WINDOW: limits.perWindow > most.perWindow,
    LIMIT_WINDOW: limits.windowMs < most.windowMs,
  };
  const allowed = `at most ${most.concurrent} requests at the same time and ${most.perWindow} in any ${most.windowMs / 1_000} s`;
  const names = Object.entries(beyond).flatMap(([name, isBeyond]) => (isBeyond ? [name] : []));
  return names.map((name) => `${name}: the service allows ${allowed}.`);
}

function storeProblems({
  STORE_URL: url,
  CACHE_SECRET,
}: ValuesOf<typeof STORE_VARIABLES>): string[] {
  const { isShared, name } = kindOf(url);
  if (isShared && CACHE_SECRET === undefined)
    return [
      `CACHE_SECRET: is needed with ${name}, the same on every machine: openssl rand -hex 32`,
    ];
  return !isShared && url.includes('?')
    ? ['STORE_URL: takes no options: leave out what follows the ?']
    : [];
}

export type StoreSettings = Pick<Config, 'storeUrl' | 'cacheSecret'>;

/** The settings of the store alone, for tools that work even if other settings are wrong. */
export function parseStoreSettings(environment: Environment) {
  const parsed = z.object(STORE_VARIABLES).safeParse(setVariables(environment));
  const problems = parsed.success ? storeProblems(parsed.data) : problemsOf(parsed.error);
  if (!parsed.success || problems.length > 0) return { problems };
  return { settings: { storeUrl: parsed.data.STORE_URL, cacheSecret: parsed.data.CACHE_SECRET } };
}

/** Finds keys and tokens that go to another machine unencrypted. */
function inCleartext(
  set: Variables & Values,
  platforms: readonly PlatformSettings<unknown>[],
): string[] {
  const tokens = Object.fromEntries(platforms.map(({ apiUrl, tokenKey }) => [apiUrl, tokenKey]));
  return Object.entries({ LOOKUP_BASE_URL: 'LOOKUP_API_KEY', ...tokens }).flatMap(
    ([name, token]) => {
      const url = set[name];
      if (
        set.ALLOW_HTTP ||
        set[token] === undefined ||
        typeof url !== 'string' ||
        !isCleartext(url)
      )
        return [];
      return [
        `${name}: http:// would send ${token} in clear, for anybody on the way to read. Write https://, or set ALLOW_HTTP=true if the network is your own.`,
      ];
    },
  );
}

function toConfig(
  set: Variables,
  { concurrent, perWindow, windowMs }: ServiceLimits,
): CommonConfig {
  const {
    LOOKUP_BASE_URL: baseUrl,
    LOOKUP_API_KEY: apiKey,
    HTTPS_PROXY: proxy,
    HTTP_PORT: port,
  } = set;
  return {
    service: baseUrl === undefined || apiKey === undefined ? undefined : { baseUrl, apiKey },
    lookupTimeoutMs: set.LOOKUP_TIMEOUT,
    proxy: proxy === undefined ? undefined : { url: proxy, except: set.NO_PROXY },
    http: port === undefined ? undefined : { host: set.HTTP_HOST, port },
    storeUrl: set.STORE_URL,
    cacheSecret: set.CACHE_SECRET,
    cache: {
      scope: set.CACHE_SCOPE,
      foundTtlMs: set.CACHE_TTL_FOUND,
      notFoundTtlMs: set.CACHE_TTL_NOT_FOUND,
    },
    limits: {
      concurrent: set.LIMIT_CONCURRENT ?? concurrent,
      perWindow: set.LIMIT_PER_WINDOW ?? perWindow,
      windowMs: set.LIMIT_WINDOW ?? windowMs,
    },
    batchMax: set.BATCH_MAX,
    batchConfirm: set.BATCH_CONFIRM,
    history: set.HISTORY,
    pricePerCheck: set.PRICE_PER_CHECK,
    tacTable: set.TAC_TABLE,
    access: { admins: set.ADMINS, allowed: set.ALLOWED },
    allowance: {
      checksPerDay: set.USER_CHECKS_PER_DAY,
      reserve: set.CHECKS_RESERVE,
      checksPerDayInAll: set.CHECKS_PER_DAY,
      listed: set.ALLOWED,
    },
    shutdownGraceMs: set.SHUTDOWN_GRACE,
    language: set.LANGUAGE,
    logLevel: set.LOG_LEVEL,
  };
}
