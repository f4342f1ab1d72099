import { z } from 'zod';
import { isStoreUrl, kindOf, STORE_URL_USAGE } from '../store/kinds.ts';
import { LEAST_SECRET } from '../store/seal/secret.ts';
import { presentOf, problemOf, schemaOf, secret, shown, type ValuesOf } from './setting.ts';

/** The variables that name the store and open it. */
export const STORE_VARIABLES = {
  STORE_URL: shown(
    z.string().refine(isStoreUrl, `write ${STORE_URL_USAGE}`).default('sqlite://data/imei-bot.sqlite'),
  ),
  CACHE_SECRET: secret(z.string().min(LEAST_SECRET, `write at least ${LEAST_SECRET} characters`)),
} as const;

/** The store's address, and its secret; undefined if that is not set. */
export interface StoreSettings {
  readonly storeUrl: string;
  readonly cacheSecret: string | undefined;
}

/** What does not go together in them: sentences that begin with a variable's name. */
export function storeProblems({ STORE_URL: url, CACHE_SECRET }: ValuesOf<typeof STORE_VARIABLES>): string[] {
  const { isShared, name } = kindOf(url);
  if (isShared)
    return CACHE_SECRET === undefined
      ? [
          `CACHE_SECRET: is needed with ${name}. Write the same into the settings of every machine: openssl rand -hex 32`,
        ]
      : [];
  return url.includes('?') ? ['STORE_URL: takes no options: leave out what follows the question mark'] : [];
}

/** The settings of the store alone, for tools that work on it, whatever is wrong with other settings. */
export function parseStoreSettings(
  environment: Readonly<Record<string, string | undefined>>,
):
  | { readonly ok: true; readonly settings: StoreSettings }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const parsed = schemaOf(STORE_VARIABLES).safeParse(presentOf(environment));
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.map(problemOf) };
  const problems = storeProblems(parsed.data);
  if (problems.length > 0) return { ok: false, problems };
  const { STORE_URL: storeUrl, CACHE_SECRET: cacheSecret } = parsed.data;
  return { ok: true, settings: { storeUrl, cacheSecret } };
}
