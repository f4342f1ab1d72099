import { z } from 'zod';
import { type Config, toProxy } from './config.ts';
import { storeProblems } from './contradictions.ts';
import { type Environment, presentValues } from './environment.ts';
import { type Parsed, problemsOf } from './parsed.ts';
import { PROXY_SCHEMAS, STORE_SCHEMAS } from './setting-schemas.ts';

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
