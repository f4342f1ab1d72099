/**
 * One of the service's addresses: of the two calls, or without a path that of the service itself, which is the same
 * text with or without a slash at the end of the base address.
 * @throws {TypeError} when the base address is not one of HTTP
 */
export function addressIn(baseUrl: string, path = ''): URL {
  const url = new URL(baseUrl);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new TypeError('the base address must be HTTP or HTTPS');
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = '';
  url.hash = '';
  return url;
}

/** Names the service at a base address: the same for all ways to write it. */
export function realmOf(baseUrl: string): string {
  return addressIn(baseUrl).href.replace(/\/+$/, '');
}

/** What the service at a base address may have been named before, when every way to write it was a name of its own. */
export function formerRealmsOf(baseUrl: string): readonly string[] {
  const realm = realmOf(baseUrl);
  return [...new Set([`${realm}/`, baseUrl])].filter((name) => name !== realm);
}
