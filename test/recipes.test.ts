import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { createCommands } from '../commands/index.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Command } from '../src/core/command.ts';
import type { Reply } from '../src/core/reply.ts';
import type { Catalogue } from '../src/format/words/catalogue.ts';
import { createLog } from '../src/ops/log/log.ts';
import { declarationOf } from './locales/types.ts';
import { quiet, textOf } from './support/conversation.ts';
import { parseConfig } from './support/settings.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Inside the project, so that the packages are found from there. */
const CACHE = join(ROOT, 'node_modules', '.cache');

/** A copy of the project's code, to be changed. */
let copy: string;

/** What is still wrong with the copy when every recipe has been followed. */
let complaints: string;

beforeAll(async () => {
  await mkdir(CACHE, { recursive: true });
  copy = await mkdtemp(join(CACHE, 'imei-bot-recipe-'));
  for (const part of ['src', 'commands', 'locales', 'tsconfig.json', 'tsconfig.build.json', 'package.json'])
    await cp(join(ROOT, part), join(copy, part), { recursive: true });
  await addCommand();
  await addPlatform();
  await addStoreDriver();
  await addLanguage();
  await addProvider();
  complaints = await compile();
});

afterAll(() => rm(copy, { recursive: true, force: true }));

/** Compiles the copy, types and all. Returns what the compiler complains about. */
function compile(): Promise<string> {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: copy }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

/** Makes exactly one change of a file: what is to be replaced is there once. */
async function edit(path: string, before: string, after: string): Promise<void> {
  const file = join(copy, path);
  const parts = (await readFile(file, 'utf8')).split(before);
  expect(parts, `${path} has “${before}” once`).toHaveLength(2);
  await writeFile(file, parts.join(after));
}

async function lastReply(command: Command | undefined, text: string, locale = 'en'): Promise<string> {
  const prepared = command?.prepare({ kind: 'text', text });
  if (!prepared?.ok) throw new Error('there is no such command, or it does not take this');
  let last: Reply | undefined;
  for await (const state of prepared.run({
    requestId: 'test:1',
    requester: 'test:user:1',
    admin: false,
    locale,
    visibility: 'private',
    signal: new AbortController().signal,
  }))
    last = state;
  return last === undefined ? '' : textOf(last);
}

/** The file and the words that CONTRIBUTING.md shows, and a place in the list. */
async function addCommand(): Promise<void> {
  const page = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, section = ''] = /^## Add a command\n([\s\S]*?)^## /m.exec(page) ?? [];
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  await writeFile(join(copy, 'commands', 'hello.ts'), example.replaceAll(/^ {3}/gm, ''));
  await edit('commands/index.ts', 'const COMMANDS = [', 'const COMMANDS = [createHello, ');
  await edit(
    'commands/index.ts',
    "import { createHelp, helpOn } from './help.ts';\n",
    "import { createHello } from './hello.ts';\nimport { createHelp, helpOn } from './help.ts';\n",
  );
  const [, words = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
  await edit('locales/en.json', '{\n', `{\n${words}`);
  const english: Catalogue = JSON.parse(await readFile(join(copy, 'locales', 'en.json'), 'utf8'));
  await writeFile(join(copy, 'locales', 'messages.d.ts'), declarationOf(english));
}

/** A file, with the first texts of its translators. */
async function addLanguage(): Promise<void> {
  const italian = { 'hello.title': 'Ciao, {name}', 'help.title': 'Dico di quale telefono è un IMEI' };
  await writeFile(join(copy, 'locales', 'it.json'), JSON.stringify(italian));
}

/** A platform that nobody writes to: a token, an address, and an adapter that does nothing. */
const MATRIX = {
  'definition.ts': `import { plainHttpUrl } from '../../config/addresses.ts';
import { duration } from '../../config/bounds.ts';
import { secret, shown, wholeSecret } from '../../config/setting.ts';
import { definePlatform } from '../definition.ts';
import { MatrixStartError } from './start-error.ts';

export const matrix = definePlatform({
  name: 'matrix',
  settings: {
    MATRIX_TOKEN: secret(wholeSecret),
    MATRIX_URL: shown(plainHttpUrl.default('https://matrix.org')),
    MATRIX_PAUSE: shown(duration('1s', '10m').prefault('5s')),
  },
  servedBy: 'MATRIX_TOKEN',
  principals: { user: ['@ann', /^@[a-z]+$/] },
  problems: () => [],
  configure: ({ MATRIX_TOKEN: token, MATRIX_URL: url, MATRIX_PAUSE: pauseMs }) =>
    token === undefined ? undefined : { token, url, pauseMs },
  explain: (error) => (error instanceof MatrixStartError ? error.message : undefined),
  create: async (settings) => (await import('./adapter.ts')).createMatrixAdapter(settings),
});
`,
  'start-error.ts': 'export class MatrixStartError extends Error {}\n',
  'adapter.ts': `import { type Adapter, FileUnreadable } from '../../core/adapter.ts';

export function createMatrixAdapter({ url }: { readonly token: string; readonly url: string }): Adapter {
  return {
    platform: 'matrix',
    start: async () => undefined,
    connected: () => url !== '',
    reopen: async () => undefined,
    readFile: async () => {
      throw new FileUnreadable('gone', 'no files here');
    },
    notify: async () => false,
    stop: async () => undefined,
  };
}
`,
} as const;

/** A folder, and a place in the list. */
async function addPlatform(): Promise<void> {
  const folder = join(copy, 'src', 'adapters', 'matrix');
  await mkdir(folder);
  for (const [name, text] of Object.entries(MATRIX)) await writeFile(join(folder, name), text);
  await edit('src/adapters/platforms.ts', '[discord, telegram]', '[discord, matrix, telegram]');
  await edit(
    'src/adapters/platforms.ts',
    'import { telegram }',
    "import { matrix } from './matrix/definition.ts';\nimport { telegram }",
  );
}

/** A database that several processes share, as far as a start and its settings look at one: it keeps what it has in memory. */
const POSTGRES = {
  'driver.ts': `import type { StoreDriver } from '../driver.ts';

export const postgresDriver: StoreDriver = {
  schemes: ['postgres://'],
  usage: 'postgres:// and an address, such as postgres://db.example/imei',
  lookAt: 'Postgres and STORE_URL',
  isShared: true,
  problemOf: (url) => (URL.canParse(url) ? undefined : 'is no address'),
  open: async (_url, clock) => (await import('./open.ts')).openPostgres(clock),
  examine: async () => ({
    findings: [],
    isInUse: false,
    isReady: true,
    dump: async function* () {},
    close: async () => undefined,
  }),
  clear: async () => undefined,
};
`,
  'open.ts': `import type { Clock } from '../../core/clock.ts';
import { createMemoryStore } from '../../simulation/memory-store.ts';
import type { SharedDatabase } from '../driver.ts';

const FREE = { slotsFreeIn: [], inFlight: 0, closedForMs: 0 } as const;

export async function openPostgres(clock: Clock): Promise<SharedDatabase> {
  const store = createMemoryStore(clock);
  return {
    store,
    createPermits: () => ({
      ask: async () => ({ granted: true, retryInMs: 0, ...FREE }),
      giveBack: async () => undefined,
      pause: async () => undefined,
      look: async () => FREE,
      lookEveryMs: 200,
    }),
    upkeep: { forgetPermits: async () => undefined, closeToOthers: async () => async () => undefined },
    dump: async function* () {},
    close: store.close,
  };
}
`,
} as const;

/** A folder, and a place in the list. */
async function addStoreDriver(): Promise<void> {
  const folder = join(copy, 'src', 'store', 'postgres');
  await mkdir(folder);
  for (const [name, text] of Object.entries(POSTGRES)) await writeFile(join(folder, name), text);
  await edit(
    'src/store/open.ts',
    '[sqliteDriver, redisDriver]',
    '[sqliteDriver, redisDriver, postgresDriver]',
  );
  await edit(
    'src/store/open.ts',
    'import { redisDriver }',
    "import { postgresDriver } from './postgres/driver.ts';\nimport { redisDriver }",
  );
}

/** A provider that has one address for both calls, and says in JSON what a phone is called. */
const PHONEBOOK = {
  'read.ts': `import type { AnswerReader } from '../contract.ts';
import { ServiceFailure } from '../errors.ts';

export const READER: AnswerReader = {
  name: 'phonebook',
  read: ({ body }) => {
    const [word, model = ''] = body.split(' ');
    if (word === 'none') return { found: false };
    if (word !== 'phone') throw new ServiceFailure('account/no-seat');
    return { found: true, device: { level: 'BASIC', model, other: {} } };
  },
};
`,
  'definition.ts': `import type { CanSend, ProviderDefinition } from '../contract.ts';
import { addressIn, createCaller, realmOf } from '../http/caller.ts';
import { READER } from './read.ts';

export const PHONEBOOK: ProviderDefinition = {
  ...READER,
  limits: { concurrent: 1, perWindow: 10, windowMs: 30_000 },
  realmOf,
  formerRealmsOf: () => [],
  connect: (settings) => {
    const { call, close } = createCaller(settings, READER.name);
    const ask = (path: string, canSend: CanSend) => {
      const headers = { key: settings.apiKey };
      return call({ method: 'GET', url: addressIn(settings.baseUrl, path), headers, canSend });
    };
    return {
      ...READER,
      readStatus: () => ({ checksLeft: {} }),
      limits: settings.limits,
      check: (imei, canSend) => ask(\`/phones/\${imei}\`, canSend),
      status: (canSend) => ask('/account', canSend),
      close,
    };
  },
};
`,
} as const;

/** A folder, and a place in the list. */
async function addProvider(): Promise<void> {
  const folder = join(copy, 'src', 'provider', 'phonebook');
  await mkdir(folder);
  for (const [name, text] of Object.entries(PHONEBOOK)) await writeFile(join(folder, name), text);
  await edit('src/bot/service.ts', '= [DEVICE_IDENTITY];', '= [PHONEBOOK, DEVICE_IDENTITY];');
  await edit(
    'src/bot/service.ts',
    'import { DEVICE_IDENTITY }',
    "import { PHONEBOOK } from '../provider/phonebook/definition.ts';\nimport { DEVICE_IDENTITY }",
  );
}

/** Where a file of the copy is as JavaScript. */
function built(path: string): string {
  return pathToFileURL(join(copy, 'dist', path)).href;
}

describe('the recipes', () => {
  it('compile, types and all', () => {
    expect(complaints).toBe('');
  });
});

describe('the recipe for a command', () => {
  it('needs a file, a place in the list and English words, and every language has it', async () => {
    const registry: { createCommands: typeof createCommands } = await import(built('commands/index.js'));
    const commands = registry.createCommands(quiet);
    const named = (name: string): Command | undefined => commands.find((one) => one.name === name);
    expect(await lastReply(named('hello'), 'Ann')).toBe('Hello, Ann');
    expect(named('hello')?.prepare({ kind: 'text', text: '' })).toMatchObject({
      problem: { kind: 'missing', option: 'to' },
    });
    const german = await lastReply(named('help'), '', 'de');
    expect(german).toContain('/hello: Greet somebody\n/imei: Herausfinden,');
    expect(german).toContain('/hello Ann');
  });
});

describe('the recipe for a language', () => {
  it('needs a file alone, and what it lacks is said in English', async () => {
    const registry: { createCommands: typeof createCommands } = await import(built('commands/index.js'));
    const commands = registry.createCommands(quiet);
    const named = (name: string): Command | undefined => commands.find((one) => one.name === name);
    const { languageOf }: typeof import('../src/format/words/catalogue.ts') = await import(
      built('src/format/words/catalogue.js')
    );
    expect(languageOf('it_CH.UTF-8')).toBe('it');
    expect(await lastReply(named('hello'), 'Anna', 'it')).toBe('Ciao, Anna');
    const help = await lastReply(named('help'), '', 'it');
    expect(help).toContain('Dico di quale telefono è un IMEI');
    expect(help).toContain('/hello: Greet somebody');
  });
});

describe('the recipe for a platform', () => {
  it('needs a folder and a place in the list, from which settings, secrets, principals and errors follow', async () => {
    const [{ parseSettings }, start]: [
      typeof import('../src/bot/settings.ts'),
      typeof import('../src/bot/start-error.ts'),
    ] = await Promise.all([import(built('src/bot/settings.js')), import(built('src/bot/start-error.js'))]);
    const parsed = parseSettings({ MATRIX_TOKEN: 'a-token-of-matrix', ADMINS: 'matrix:user:@ann' });
    if (!parsed.ok) throw new Error(parsed.problems.join());
    expect(parsed.config.secrets).toEqual(['a-token-of-matrix']);
    expect(parsed.config.platforms).toMatchObject([
      { name: 'matrix', settings: { url: 'https://matrix.org', pauseMs: 5_000 } },
    ]);
    const wrong = { MATRIX_TOKN: 'x', MATRIX_TOKEN: 'short', MATRIX_PAUSE: '1h' };
    const said = [/Did you mean MATRIX_TOKEN/, /^MATRIX_TOKEN: /, /^MATRIX_PAUSE: must be from 1s to 10m/];
    expect(parseSettings(wrong)).toMatchObject({ problems: said.map((one) => expect.stringMatching(one)) });
    expect(start.NOBODY_TO_SERVE.lines[0]).toContain('nor MATRIX_TOKEN');
    const { MatrixStartError }: { MatrixStartError: ErrorConstructor } = await import(
      built('src/adapters/matrix/start-error.js')
    );
    expect(start.explainStart(new MatrixStartError('Matrix is closed'))?.lines).toEqual(['Matrix is closed']);
  });

  it('is counted under its name', async () => {
    const { openMetrics }: typeof import('../src/bot/metrics.ts') = await import(built('src/bot/metrics.js'));
    const { config } = configured({ HTTP_PORT: '8081' });
    const metrics = await openMetrics(config, createLog({ level: 'silent', secrets: [], readable: false }));
    metrics.edited('matrix');
    expect((await metrics.render()).text).toContain('imei_bot_edits_total{platform="matrix"} 1');
    metrics.stop();
  });
});

describe('the recipe for a store driver', () => {
  const STORE_URL = 'postgres://localhost/imei';

  it('needs a folder and a place in the list, from which settings and what to look at follow', async () => {
    const { parseSettings }: typeof import('../src/bot/settings.ts') = await import(
      built('src/bot/settings.js')
    );
    expect(parseSettings({ STORE_URL })).toMatchObject({
      problems: [expect.stringMatching(/^CACHE_SECRET: is needed with postgres:/)],
    });
    expect(parseSettings({ STORE_URL: 'nowhere' })).toMatchObject({
      problems: [expect.stringContaining('postgres://db.example/imei')],
    });
    const { openStore }: typeof import('../src/store/open.ts') = await import(built('src/store/open.js'));
    const opened = await openStore(STORE_URL, 'a secret that they share', systemClock);
    onTestFinished(opened.close);
    expect(opened.lookAt).toBe('Postgres and STORE_URL');
    expect(opened.shared?.members.id).toBeTruthy();
    expect(await opened.upkeep?.working()).toBe(0);
  });
});

describe('the recipe for a provider', () => {
  it('needs a folder and a place in the list, and is asked within its limits while the others read what they left', async () => {
    const [{ connectService }, { parseSettings }]: [
      typeof import('../src/bot/service.ts'),
      typeof import('../src/bot/settings.ts'),
    ] = await Promise.all([import(built('src/bot/service.js')), import(built('src/bot/settings.js'))]);
    const asked: string[] = [];
    const server = createServer(({ url = '', headers }, response) => {
      asked.push(url);
      response.end(`phone 3310 ${headers.key}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { config } = configured({
      LOOKUP_BASE_URL: `http://127.0.0.1:${port}/`,
      LOOKUP_API_KEY: 'a-key-of-ours',
    });
    expect(parseSettings({})).toMatchObject({
      config: { limits: { concurrent: 1, perWindow: 10, windowMs: 30_000 } },
    });
    const { provider, readers, realm } = await connectService(config, undefined, undefined);
    const raw = await provider.check('490154203237518', () => true);
    await provider.close();
    expect(asked).toEqual(['/phones/490154203237518']);
    expect(raw).toEqual({ httpStatus: 200, body: 'phone 3310 [key]', reader: 'phonebook' });
    expect(provider.read(raw)).toMatchObject({ found: true, device: { model: '3310' } });
    expect(readers.map(({ name }) => name)).toEqual(['phonebook', 'device-identity']);
    expect(realm).toBe(`http://127.0.0.1:${port}`);
  });
});

function configured(environment: Record<string, string>) {
  const parsed = parseConfig(environment);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  return parsed;
}
