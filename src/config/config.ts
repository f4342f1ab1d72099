import { z } from 'zod';
import type { Principal } from '../core/principal.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import { storeKindOf } from '../store/kinds.ts';
import {
  type Environment,
  isCleartext,
  isLoopback,
  type Parsed,
  problemsOf,
  setVariables,
  type ValuesOf,
} from './setting.ts';
import {
  type PlatformSettings,
  PROXY_VARIABLES,
  STORE_VARIABLES,
  settingsOf,
  type Values,
  type Variables,
} from './variables.ts';

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
  readonly platforms: readonly Platform[];
}

/**
 * Makes the configuration from the environment, or lists everything that is wrong. An empty
 * variable counts as unset.
 * @param serviceLimits the limits, unless the operator has set lower ones
 */
export function parseConfig<Platform>(
  environment: Environment,
  platforms: readonly PlatformSettings<Platform>[],
  serviceLimits: ServiceLimits,
): Parsed<Config<Platform>> {
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
  return { ok: true, value: { ...common, platforms: served } };
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
  const { isShared, name } = storeKindOf(url);
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
export function parseStoreSettings(environment: Environment): Parsed<StoreSettings> {
  const parsed = z.object(STORE_VARIABLES).safeParse(setVariables(environment));
  const problems = parsed.success ? storeProblems(parsed.data) : problemsOf(parsed.error);
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  const { STORE_URL: storeUrl, CACHE_SECRET: cacheSecret } = parsed.data;
  return { ok: true, value: { storeUrl, cacheSecret } };
}

/** The settings of the proxy alone, for tools that work even if other settings are wrong. */
export function parseProxySettings(environment: Environment): Parsed<Pick<Config, 'proxy'>> {
  const parsed = z.object(PROXY_VARIABLES).safeParse(setVariables(environment));
  return parsed.success
    ? { ok: true, value: { proxy: toProxy(parsed.data) } }
    : { ok: false, problems: problemsOf(parsed.error) };
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
  const { LOOKUP_BASE_URL: baseUrl, LOOKUP_API_KEY: apiKey, HTTP_PORT: port } = set;
  return {
    service: baseUrl === undefined || apiKey === undefined ? undefined : { baseUrl, apiKey },
    lookupTimeoutMs: set.LOOKUP_TIMEOUT,
    proxy: toProxy(set),
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

function toProxy({
  HTTPS_PROXY: url,
  NO_PROXY: except,
}: ValuesOf<typeof PROXY_VARIABLES>): CommonConfig['proxy'] {
  return url === undefined ? undefined : { url, except };
}
