/**
 * The URL of a path below the base URL, which may end with a slash.
 * @throws {TypeError} if the base URL is not an HTTP URL
 */
export function urlBelow(baseUrl: string, path = ''): URL {
  const url = new URL(baseUrl);
  if (!['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError('the base URL must be HTTP or HTTPS');
  }
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = '';
  url.hash = '';
  return url;
}

/**
 * The name of the service at a base URL: the same however the URL is written, with a slash at its
 * end or without, and with capitals in its host.
 */
export function realmOf(baseUrl: string): string {
  return urlBelow(baseUrl).href.replace(/\/+$/, '');
}
