/**
 * The files of this folder. `parseConfig` makes the configuration from the settings.
 *
 *     arguments        the words behind `npm start`
 *     setting-sources  reads `.env` (`settings-text`) and the variables of the process
 *     environment      what is set, by name
 *     setting-schemas  every setting, with its schema and its default
 *     value-schemas    the kinds of values: durations, numbers, URLs, secrets
 *     principal-list   lists of people and places
 *     contradictions   settings that are wrong only together
 *     parsed           a value, or the sentences that say what is wrong
 *     store-and-proxy  the settings of these two, for tools that need no other setting
 */

import { z } from 'zod';
import type { Principal } from '../core/principal.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import { cleartextProblems, serviceProblems, storeProblems } from './contradictions.ts';
import { type Environment, presentValues } from './environment.ts';
import { type Parsed, problemsOf } from './parsed.ts';
import {
  type CommonValues,
  type PlatformSettings,
  type PROXY_SCHEMAS,
  schemasOf,
  type ValuesOf,
} from './setting-schemas.ts';

/** The configuration for all platforms. Durations are in milliseconds. */
interface CommonConfig {
  /** The look-up service; undefined for the embedded sandbox. */
  readonly service: { readonly baseUrl: string; readonly apiKey: string } | undefined;
  readonly lookupTimeoutMs: number;
  /** The proxy for URLs with https://, and the hosts that are reached without it. */
  readonly proxy: { readonly url: string; readonly except: string } | undefined;
  /** Where metrics and webhooks are served; undefined if they are not. */
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
  /** Whether the checks of each person are stored for /recent. */
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
    readonly checksPerAccountPerDay: number;
    readonly reserve: number;
    readonly budgetPerDay: number | undefined;
  };
  readonly shutdownGraceMs: number;
  /** A BCP 47 tag, or a locale of an operating system. */
  readonly language: string | undefined;
  readonly logLevel: CommonValues['LOG_LEVEL'];
}

/** The configuration of the bot. `Platform` is a platform that is on, with its settings. */
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
    ...cleartextProblems(values, platforms),
    ...platforms.flatMap((platform) => platform.problems(values)),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const served = platforms.flatMap(({ configure }) => configure(values) ?? []);
  return { ok: true, value: { ...common, platforms: served } };
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
      checksPerAccountPerDay: values.USER_CHECKS_PER_DAY,
      reserve: values.CHECKS_RESERVE,
      budgetPerDay: values.CHECKS_PER_DAY,
    },
    shutdownGraceMs: values.SHUTDOWN_GRACE,
    language: values.LANGUAGE,
    logLevel: values.LOG_LEVEL,
  };
}

export function toProxy({
  HTTPS_PROXY: url,
  NO_PROXY: except,
}: ValuesOf<typeof PROXY_SCHEMAS>): CommonConfig['proxy'] {
  return url === undefined ? undefined : { url, except };
}
