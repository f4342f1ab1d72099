import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './imports.ts';

/** One floor: rooms or files that do not know each other, named as they are in their folder. */
export type Floor = readonly string[];

/** The house, floor by floor: every import runs down, and rooms on one floor do not know each other. */
export const FLOORS: readonly Floor[] = [
  // The ground everything stands on: it may be used by all.
  ['core'],
  ['imei', 'store', 'work'],
  ['limiter', 'provider', 'config', 'tables', 'photos', 'charts', 'tac', 'ops'],
  ['format', 'checks', 'sandbox', 'history'],
  ['commands', 'adapters', 'requests'],
  ['bot', 'simulation'],
  ['operate'],
  ['program'],
  ['main'],
];

/** A folder's own files that no floor names; these may use each other. */
export const OWN = '.';

/** A folder for each platform. */
const ADAPTERS: Floor = readdirSync(join(ROOT, 'src/adapters'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The same in every adapter, as far as it has them: the console has no menu of commands to fill. */
const ADAPTER: readonly Floor[] = [
  [OWN],
  ['memory'],
  ['outbound'],
  ['menu'],
  ['inbound'],
  ['options'],
  ['parts'],
  ['adapter'],
  ['definition'],
];

function floorsOfAdapter(name: string): readonly Floor[] {
  const there = readdirSync(join(ROOT, 'src/adapters', name)).map((entry) => entry.replace(/\.ts$/, ''));
  return ADAPTER.filter((floor) => floor.includes(OWN) || floor.some((one) => there.includes(one)));
}

/** The folders of databases, each with a driver; they do not know each other. */
export const DATABASES: Floor = foldersWith('src/store', 'driver.ts');

/** The folders of providers, each with a definition; they do not know each other. */
const PROVIDERS: Floor = foldersWith('src/provider', 'definition.ts');

/** The folders inside a room that hold a file of this name. */
function foldersWith(room: string, file: string): Floor {
  return readdirSync(join(ROOT, room)).filter((name) => existsSync(join(ROOT, room, name, file)));
}

/** The floors inside a room, the lowest first: the same rule as for the house, one door further in. */
export const INSIDE: Readonly<Record<string, readonly Floor[]>> = {
  adapters: [[OWN], ADAPTERS, ['platforms']],
  ...Object.fromEntries(ADAPTERS.map((name) => [`adapters/${name}`, floorsOfAdapter(name)])),
  'adapters/discord/outbound': [[OWN], ['chat', 'interaction'], ['outbound']],
  'adapters/telegram/inbound': [[OWN], ['transport']],
  'adapters/telegram/outbound': [
    ['queue', 'fetch'],
    ['api', 'client'],
    ['lines'],
    ['render'],
    ['messages'],
    [OWN],
  ],
  checks: [[OWN], ['outbox'], ['quota'], ['lookup'], ['checks']],
  commands: [['define'], ['imei'], [OWN], ['index']],
  core: [[OWN], ['async']],
  format: [['words'], [OWN], ['reply'], ['imei'], ['files', 'personal', 'quota']],
  imei: [['number'], ['others'], ['text'], ['find'], ['mask']],
  limiter: [['window'], [OWN]],
  ops: [['log'], ['http', 'metrics', OWN]],
  operate: [[OWN], ['doctor'], ['setup'], ['run']],
  photos: [
    ['barcode', 'containers', 'text-imei', 'words'],
    ['header', 'decode'],
    ['picture', 'label', 'text', 'bars'],
    ['documents'],
    [OWN],
  ],
  'photos/text': [[OWN], ['prose', 'beside'], ['read-text']],
  provider: [[OWN], ['http'], PROVIDERS],
  requests: [['journal'], [OWN, 'admins'], ['recovery'], ['requests']],
  sandbox: [['catalogue'], ['answers'], ['faults'], [OWN]],
  store: [
    ['directory'],
    ['contract', 'mark-file'],
    ['errors'],
    ['cache-keyv'],
    ['seal', 'cluster'],
    ['driver'],
    DATABASES,
    [OWN],
  ],
  'store/sqlite': [[OWN], ['passes'], ['store'], ['driver']],
  'store/redis': [[OWN], ['passes'], ['store'], ['examine', 'open'], ['driver']],
  tables: [['table'], ['books', 'cells', 'write'], ['read'], [OWN]],
};
