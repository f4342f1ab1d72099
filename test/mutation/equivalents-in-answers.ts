import { changesOf, type Equivalent } from './score.ts';

/** Those in what reads the service's answers. */
export const ANSWERS: readonly Equivalent[] = [
  ...changesOf(
    'src/provider/http/caller.ts',
    'return addressIn(baseUrl).href.replace(',
    '`addressIn` leaves one slash at most',
    ['/\\/$/'],
  ),
  ...changesOf(
    'src/provider/http/exchange.ts',
    'const length = body === undefined ? {} :',
    'Node names the length itself where the body comes whole with the end of the request',
    ['true', '{}'],
  ),
  ...changesOf(
    'src/provider/device-identity/read.ts',
    'info: info === undefined || !isObject(sourceInfo)',
    'the schema reads every object as an info, and nothing else',
    ['info === undefined && !isObject(sourceInfo)', 'false'],
  ),
  ...changesOf(
    'src/provider/http/receive.ts',
    'if (length > MAX_BODY_BYTES) return;',
    'what follows a body that is too long is thrown away with its connection',
    ['false'],
  ),
  ...changesOf(
    'src/provider/http/receive.ts',
    'if (endsObject(chunk)) quiet',
    'it spares the look at what cannot be whole; that look decides',
    ['true'],
  ),
  ...changesOf(
    'src/provider/http/receive.ts',
    'while (last > 0 && SPACES.has(',
    'it spares the look at what cannot be whole; that look decides',
    ['chunk[last] && 0'],
  ),
  ...changesOf(
    'src/provider/http/receive.ts',
    'return chunk[last] === CLOSING_BRACE ||',
    'it spares the look at what cannot be whole; that look decides',
    ['true'],
  ),
  ...changesOf(
    'src/provider/http/receive.ts',
    "return text.startsWith('{') && text.endsWith('}') && jsonIn(text) !== undefined;",
    'a text with one of the two alone is no JSON',
    ["text.startsWith('{') || text.endsWith('}')"],
  ),
];
