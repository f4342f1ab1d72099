import type { ServiceLimits } from '../core/service-limits.ts';
import { storeKindOf } from '../store/store-kinds.ts';
import type {
  CommonValues,
  PlatformSettings,
  SettingValues,
  STORE_SCHEMAS,
  ValuesOf,
} from './setting-schemas.ts';
import { isCleartext, isLoopback } from './value-schemas.ts';

/*
 * Settings that are right alone and wrong together. Each problem is a sentence that begins with the
 * name of a setting.
 */

/**
 * The limits may not be higher than those of the service: it blocks IP addresses that exceed them.
 */
export function serviceProblems(
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

/** What each kind of store needs, or does not take. */
export function storeProblems({
  STORE_URL: url,
  CACHE_SECRET,
}: ValuesOf<typeof STORE_SCHEMAS>): string[] {
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

/** Finds keys and tokens that go to another machine unencrypted. */
export function cleartextProblems(
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
