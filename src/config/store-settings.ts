import { z } from 'zod';
import { isStoreUrl, kindOf, STORE_URL_USAGE } from '../store/kinds.ts';
import { LEAST_SECRET } from '../store/seal/secret.ts';
import { type Environment, presentOf, problemsOf, secret, type ValuesOf } from './setting.ts';

/** The variables that name the store and open it. */
export const STORE_VARIABLES = {
  STORE_URL: z
    .string()
    .refine(isStoreUrl, `write ${STORE_URL_USAGE}`)
    .default('sqlite://data/imei-bot.sqlite'),
  CACHE_SECRET: secret(z.string().min(LEAST_SECRET, `write at least ${LEAST_SECRET} characters`)),
};

/** The address of the store, and its secret; undefined if that is not set. */
export interface StoreSettings {
  readonly storeUrl: string;
  readonly cacheSecret: string | undefined;
}

/** What does not go together in them: sentences that begin with the name of a variable. */
export function storeProblems({ STORE_URL: url, CACHE_SECRET }: ValuesOf<typeof STORE_VARIABLES>): string[] {
  const { isShared, name } = kindOf(url);
  if (isShared && CACHE_SECRET === undefined)
    return [`CACHE_SECRET: is needed with ${name}, the same on every machine: openssl rand -hex 32`];
  return !isShared && url.includes('?')
    ? ['STORE_URL: takes no options: leave out what follows the question mark']
    : [];
}

/** The settings of the store alone, for tools that work on it, whatever is wrong with other settings. */
export function parseStoreSettings(
  environment: Environment,
): { readonly settings: StoreSettings } | { readonly problems: readonly string[] } {
  const parsed = z.object(STORE_VARIABLES).safeParse(presentOf(environment));
  const problems = parsed.success ? storeProblems(parsed.data) : problemsOf(parsed.error);
  if (!parsed.success || problems.length > 0) return { problems };
  return { settings: { storeUrl: parsed.data.STORE_URL, cacheSecret: parsed.data.CACHE_SECRET } };
}
