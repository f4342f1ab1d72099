import { z } from 'zod';
import { MIN_SECRET_LENGTH } from '../store/seal/secret-file.ts';
import { isStoreUrl, STORE_URL_USAGE } from '../store/store-kinds.ts';
import { type Environment, presentValues } from './environment.ts';
import { type PrincipalKinds, principals } from './principal-list.ts';
import {
  amount,
  duration,
  httpUrl,
  isLocaleList,
  plainHttpUrl,
  secret,
  wholeNumber,
  wholeSecret,
} from './value-schemas.ts';

/** The schemas of settings by their names: a part of the zod object of all settings. */
export type SettingSchemas = Readonly<Record<string, z.ZodType>>;

export type ValuesOf<Part extends SettingSchemas> = z.output<z.ZodObject<Part>>;

/** The settings that a platform adds. `Configured` is its part of the configuration. */
export interface PlatformSettings<Configured> {
  /** The first part of its people and places: `discord`. */
  readonly name: string;
  readonly settings: SettingSchemas;
  /** The setting of the token; without a token the platform is off. */
  readonly tokenKey: string;
  /** The setting of the URL to which the token is sent. */
  readonly apiUrlKey: string;
  readonly principals: PrincipalKinds;
  /** Reports settings that contradict each other: sentences that begin with a setting's name. */
  readonly problems: (values: SettingValues) => readonly string[];
  /** Returns the configured platform; undefined if it is off. */
  readonly configure: (values: SettingValues) => Configured | undefined;
}

/** The values of all settings by their names, those of platforms included. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Every setting that the bot reads, with those of its platforms. */
export function schemasOf(platforms: readonly PlatformSettings<unknown>[]): SettingSchemas {
  return Object.assign(withPrincipals(platforms), ...platforms.map(({ settings }) => settings));
}

/** The common settings with the lists of people and places, whose forms depend on the platforms. */
function withPrincipals(platforms: readonly PlatformSettings<unknown>[]) {
  const listed = principals(platforms).prefault('');
  return { ...COMMON_SCHEMAS, ADMINS: listed, ALLOWED: listed };
}

/** The values of the settings that every installation has. */
export type CommonValues = ValuesOf<ReturnType<typeof withPrincipals>>;

/** None above `error`: a failure is always logged, and what is logged is counted. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

export const STORE_SCHEMAS = {
  STORE_URL: z
    .string()
    .refine(isStoreUrl, `write ${STORE_URL_USAGE}`)
    .default('sqlite://data/imei-bot.sqlite'),
  CACHE_SECRET: secret(
    z.string().min(MIN_SECRET_LENGTH, `write at least ${MIN_SECRET_LENGTH} characters`),
  ),
};

export const PROXY_SCHEMAS = {
  HTTPS_PROXY: httpUrl.optional(),
  NO_PROXY: z.string().default(''),
};

/** The settings of every installation, with their defaults. `.env.example` explains each. */
const COMMON_SCHEMAS = {
  LOOKUP_BASE_URL: plainHttpUrl
    .refine((url) => !url.endsWith('/api'), 'write the URL without /api at its end')
    .optional(),
  LOOKUP_API_KEY: secret(wholeSecret),
  LOOKUP_TIMEOUT: duration('100ms', '5m').prefault('20s'),
  ALLOW_HTTP: z.stringbool('write true or false').prefault('false'),
  ...STORE_SCHEMAS,
  CACHE_SCOPE: z.enum(['imei', 'tac'], 'write imei or tac').default('imei'),
  CACHE_TTL_FOUND: duration('1m', '3650d').prefault('365d'),
  CACHE_TTL_NOT_FOUND: duration('1m', '3650d').prefault('7d'),
  LIMIT_CONCURRENT: wholeNumber('1', '1000').optional(),
  LIMIT_PER_WINDOW: wholeNumber('1', '100000').optional(),
  LIMIT_WINDOW: duration('100ms', '24h').optional(),
  BATCH_MAX: wholeNumber('1', '10000').default(500),
  BATCH_CONFIRM: wholeNumber('1', '10000').default(20),
  PRICE_PER_CHECK: amount('0', '1000').optional(),
  ...PROXY_SCHEMAS,
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

/**
 * The values of the secret settings, right or wrong. Passwords in URLs are masked by their place.
 */
export function secretsIn(environment: Environment, schemas: SettingSchemas): readonly string[] {
  const present = presentValues(environment);
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const text = present[name];
    if (text === undefined || schema.meta()?.secret !== true) return [];
    // A token is also masked without the id of its bot, which is public.
    return [text, ...text.split(/^\d+:/).filter((part) => part !== '')];
  });
}
