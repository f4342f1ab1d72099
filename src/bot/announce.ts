import type { Config } from '../config/config.ts';
import type { Adapter } from '../core/adapter.ts';
import { isSpoken } from '../format/words/language.ts';
import type { Log } from '../ops/log/log.ts';
import { readVersion } from '../ops/version.ts';
import { driverOf } from '../store/open.ts';

/** Tells in one line what runs here, without a secret. A chat in the terminal is not interrupted by it. */
export function announce(log: Log, config: Config, adapters: readonly Adapter[]): void {
  const { service, storeUrl, limits, http, language } = config;
  const platforms = adapters.map(({ platform }) => platform);
  const level = platforms.includes('console') ? 'debug' : 'info';
  log[level](
    {
      version: readVersion(),
      node: process.version,
      service: service === undefined ? 'sandbox' : new URL(service.baseUrl).host,
      store: placeOf(storeUrl),
      limits,
      platforms,
      ...(http && { http: `${http.host}:${http.port}` }),
    },
    'imei-bot runs',
  );
  if (language !== undefined && !isSpoken(language))
    log.warn({ language }, 'LANGUAGE is one that the bot does not speak; English takes its place');
}

/** A store's address without its user and password; the path of a file has none. */
function placeOf(storeUrl: string): string {
  if (driverOf(storeUrl)?.isShared !== true) return storeUrl;
  const { protocol, host, pathname } = new URL(storeUrl);
  return `${protocol}//${host}${pathname}`;
}
