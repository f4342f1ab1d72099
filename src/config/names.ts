import { distance } from 'fastest-levenshtein';

/** For addresses with http://, which are called directly; machines set it beside HTTPS_PROXY. */
const OTHER_PROXY = 'HTTP_PROXY';

/** As other programs do, takes the proxy's variables in small letters as well; those in capitals count first. */
export function withProxies(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const { https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY } = environment;
  return { HTTPS_PROXY, NO_PROXY, ...environment };
}

/** A name that is nearly one of ours was most likely meant to be it. */
export function nearMiss(name: string, names: readonly string[]): string[] {
  if (name.length < 5 || names.includes(name) || name === OTHER_PROXY) return [];
  const meant = names.find((one) => distance(one, name) <= 2);
  return meant === undefined ? [] : [`${name}: there is no such variable. Did you mean ${meant}?`];
}
