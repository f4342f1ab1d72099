import { z } from 'zod';
import type { Principal } from '../core/principal.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import { storeKindOf } from '../store/kinds.ts';
import {
  type Environment,
  isCleartext,
  isLoopback,
  type Parsed,
  presentValues,
  problemsOf,
  type ValuesOf,
} from './setting.ts';
import {
  type CommonValues,
  type PlatformSettings,
  PROXY_SCHEMAS,
  type SettingValues,
  STORE_SCHEMAS,
  schemasOf,
} from './setting-schemas.ts';

/** The configuration for all platforms. Durations are in milliseconds. */
interface CommonConfig {
  /** The look-up service; undefined for the embedded sandbox. */
  readonly service: { readonly baseUrl: string; readonly apiKey: string } | undefined;
  readonly lookupTimeoutMs: number;
  /** The proxy for URLs with https://, and the hosts that are reached without it. */
  readonly proxy: { readonly url: string; readonly except: string } | undefined;
  /** The address of metrics and webhooks; undefined if they are not served. */
  readonly http: { readonly host: string; readonly port: number } | undefined;
  readonly storeUrl: string;
  readonly cacheSecret: string | undefined;
  readonly cache: {
    /** Whether a saved answer is about one phone, or about all phones of its type. */
    readonly sharedBy: 'imei' | 'tac';
    readonly foundTtlMs: number;
    readonly notFoundTtlMs: number;
  };
  readonly limits: ServiceLimits;
  /** The most checks that one answer may pay for. The rest of a list is left for a later answer. */
  readonly batchMax: number;
  /** If a list needs more checks, the reply asks about the cost before any is sent. */
  readonly batchConfirm: number;
  /** Whether the checks of each person are kept for /recent. */
  readonly keepsHistory: boolean;
  readonly pricePerCheck: number | undefined;
  /** The path of the open TAC table. */
  readonly tacTable: string | undefined;
  readonly access: {
    readonly admins: readonly Principal[];
    /** The people and places that may ask. Empty if everybody may. */
    readonly allowed: readonly Principal[];
  };
  readonly allowance: {
    readonly checksPerPersonPerDay: number;
    readonly reserve: number;
    readonly budgetPerDay: number | undefined;
  };
  readonly shutdownGraceMs: number;
  /** A BCP 47 tag, or a locale of an operating system. */
  readonly language: string | undefined;
  readonly logLevel: CommonValues['LOG_LEVEL'];
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
  const parsed = z.object(schemasOf(platforms)).safeParse(presentValues(environment));
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) };
  // `schemasOf` joins the common schemas with those of platforms, so the type of each is lost.
  const values = parsed.data as CommonValues;
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
function serviceProblems(
  values: CommonValues,
  limits: ServiceLimits,
  most: ServiceLimits,
): string[] {
  const { LOOKUP_BASE_URL: url, LOOKUP_API_KEY: key } = values;
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

function storeProblems({ STORE_URL: url, CACHE_SECRET }: ValuesOf<typeof STORE_SCHEMAS>): string[] {
  const { isShared, name } = storeKindOf(url);
  if (isShared && CACHE_SECRET === undefined) {
    return [
      `CACHE_SECRET: is needed with ${name}, the same on every machine: openssl rand -hex 32`,
    ];
  }
  return !isShared && url.includes('?')
    ? ['STORE_URL: takes no options: leave out what follows the ?']
    : [];
}

export type StoreSettings = Pick<Config, 'storeUrl' | 'cacheSecret'>;

/** The settings of the store alone, for tools that work even if other settings are wrong. */
export function parseStoreSettings(environment: Environment): Parsed<StoreSettings> {
  const parsed = z.object(STORE_SCHEMAS).safeParse(presentValues(environment));
  const problems = parsed.success ? storeProblems(parsed.data) : problemsOf(parsed.error);
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  const { STORE_URL: storeUrl, CACHE_SECRET: cacheSecret } = parsed.data;
  return { ok: true, value: { storeUrl, cacheSecret } };
}

/** The settings of the proxy alone, for tools that work even if other settings are wrong. */
export function parseProxySettings(environment: Environment): Parsed<Pick<Config, 'proxy'>> {
  const parsed = z.object(PROXY_SCHEMAS).safeParse(presentValues(environment));
  return parsed.success
    ? { ok: true, value: { proxy: toProxy(parsed.data) } }
    : { ok: false, problems: problemsOf(parsed.error) };
}

/** Finds keys and tokens that go to another machine unencrypted. */
function inCleartext(
  values: CommonValues & SettingValues,
  platforms: readonly PlatformSettings<unknown>[],
): string[] {
  const tokens = Object.fromEntries(
    platforms.map(({ apiUrlKey, tokenKey }) => [apiUrlKey, tokenKey]),
  );
  return Object.entries({ LOOKUP_BASE_URL: 'LOOKUP_API_KEY', ...tokens }).flatMap(
    ([name, token]) => {
      const url = values[name];
      if (
        values.ALLOW_HTTP ||
        values[token] === undefined ||
        typeof url !== 'string' ||
        !isCleartext(url)
      ) {
        return [];
      }
      return [
        `${name}: http:// would send ${token} in clear, for anybody on the way to read. Write https://, or set ALLOW_HTTP=true if the network is your own.`,
      ];
    },
  );
}

function toConfig(
  values: CommonValues,
  { concurrent, perWindow, windowMs }: ServiceLimits,
): CommonConfig {
  const { LOOKUP_BASE_URL: baseUrl, LOOKUP_API_KEY: apiKey, HTTP_PORT: port } = values;
  return {
    service: baseUrl === undefined || apiKey === undefined ? undefined : { baseUrl, apiKey },
    lookupTimeoutMs: values.LOOKUP_TIMEOUT,
    proxy: toProxy(values),
    http: port === undefined ? undefined : { host: values.HTTP_HOST, port },
    storeUrl: values.STORE_URL,
    cacheSecret: values.CACHE_SECRET,
    cache: {
      sharedBy: values.CACHE_SCOPE,
      foundTtlMs: values.CACHE_TTL_FOUND,
      notFoundTtlMs: values.CACHE_TTL_NOT_FOUND,
    },
    limits: {
      concurrent: values.LIMIT_CONCURRENT ?? concurrent,
      perWindow: values.LIMIT_PER_WINDOW ?? perWindow,
      windowMs: values.LIMIT_WINDOW ?? windowMs,
    },
    batchMax: values.BATCH_MAX,
    batchConfirm: values.BATCH_CONFIRM,
    keepsHistory: values.HISTORY,
    pricePerCheck: values.PRICE_PER_CHECK,
    tacTable: values.TAC_TABLE,
    access: { admins: values.ADMINS, allowed: values.ALLOWED },
    allowance: {
      checksPerPersonPerDay: values.USER_CHECKS_PER_DAY,
      reserve: values.CHECKS_RESERVE,
      budgetPerDay: values.CHECKS_PER_DAY,
    },
    shutdownGraceMs: values.SHUTDOWN_GRACE,
    language: values.LANGUAGE,
    logLevel: values.LOG_LEVEL,
  };
}

function toProxy({
  HTTPS_PROXY: url,
  NO_PROXY: except,
}: ValuesOf<typeof PROXY_SCHEMAS>): CommonConfig['proxy'] {
  return url === undefined ? undefined : { url, except };
}
