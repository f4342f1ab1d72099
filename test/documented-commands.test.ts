import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DOCUMENTS, readDocument } from './support/documents.ts';
import { emptyDirectory, runMain } from './support/process/process-main.ts';

interface Documented {
  readonly document: string;
  /** The section that it stands in. */
  readonly section: string;
  readonly command: string;
}

/** What runs a command, and what it says there; or nothing does here, which its section says. */
interface Way {
  readonly command: RegExp;
  readonly by: 'this test' | 'nothing here' | readonly [file: string, says: RegExp];
}

const CI = '.ci/run';

const WAYS: readonly Way[] = [
  { command: /^npm ci$/, by: [CI, /^npm ci$/m] },
  { command: /^npm test$/, by: [CI, /^npm test$/m] },
  { command: /^npm run (lint|types|exports)$/, by: [CI, /^npm run lint\nnpm run types\nnpm run exports$/m] },
  // What `npm run lint` asks for, written.
  { command: /^npm run format$/, by: ['package.json', /"format": "biome check --write \."/] },
  // It is what `npm pack` does first.
  { command: /^npm run bundle$/, by: [CI, /^npm pack/m] },
  { command: /^npm start$/, by: ['test/readme.test.ts', /shows what really comes back/] },
  { command: /^(LANGUAGE=\S+ )?npm start/, by: 'this test' },
  { command: /^npm run sandbox/, by: ['test/sandbox/run.test.ts', /--port/] },
  { command: /^npm run simulate/, by: ['test/simulation/simulate.test.ts', /--users/] },
  { command: /^npm run setup$/, by: ['test/operate/setup.test.ts', /'setup'/] },
  { command: /^npm run doctor/, by: ['test/operate/doctor.test.ts', /doctor/] },
  { command: /^npm run (backup|restore)/, by: ['test/operate/backup.test.ts', /restore/] },
  { command: /^redis-cli --rdb FILE$/, by: ['test/operate/backup.test.ts', /'--rdb'/] },
  {
    command: /^imei-bot backup FILE$/,
    by: ['test/operate/backup.test.ts', /runAsProcess\(\['backup', file\]/],
  },
  { command: /^systemd-analyze security$/, by: ['test/deploy/systemd.test.ts', /analyze\('security'/] },
  { command: /^npm run move/, by: ['test/operate/move.test.ts', /--from/] },
  { command: /^npm run test:nightly/, by: ['.github/workflows/nightly.yml', /npm run test:nightly/] },
  { command: /^(CHAOS_KILLS=\d+ )?npm run test:chaos/, by: ['test/chaos/kills.night.test.ts', /kill/] },
  { command: /^npm run test:photos/, by: ['test/photos/damage.night.test.ts', /describe/] },
  { command: /^npm run test:mutation/, by: ['test/mutation/rooms.test.ts', /describe/] },
  { command: /^npm run bench/, by: ['test/bench/bench.test.ts', /describe|it\(/] },
  { command: /^npm run house/, by: ['test/house/house.test.ts', /describe/] },
  { command: /^npm run locales/, by: ['test/locales/locales.test.ts', /describe/] },
  { command: /^npx vitest (run )?test\//, by: 'this test' },
  { command: /^openssl rand -hex 32$/, by: 'this test' },
  {
    command: /^apt install (redis-server|gcc libc6-dev|prometheus)$/,
    by: [CI, /redis-server gcc libc6-dev prometheus/],
  },
  {
    // Of a release: the store of a version is made once.
    command: /^(npm run build|node test\/fixtures\/make-old-store\.mjs \.)$/,
    by: 'nothing here',
  },
  {
    command: /^(docker|sudo|sudoedit|cd \/opt|journalctl|npm version|npm install --omit=optional)\b/,
    by: 'nothing here',
  },
];

/** What begins a command where it stands between words; a name alone is none. */
const PROGRAMS =
  'npm|npx|node|imei-bot|docker|openssl|apt|redis-cli|redis-server|systemctl|systemd-analyze|journalctl|promtool|sudo|git|curl|chmod|cp';
const IN_PROSE = new RegExp(`\`((?:[A-Z_]+=\\S+ )?(?:${PROGRAMS})\\s[^\`]+)\``, 'g');

/** Said in a section whose commands need what is not here: an engine, a service manager, a registry. */
const NOT_HERE = /not run here/i;

/** Each command of a block of shell, and each between backquotes that is more than a name. */
function commandsIn(document: string): Documented[] {
  return readDocument(document)
    .split(/^(?=#{1,3} [A-Z])/m)
    .flatMap((section) => {
      const found = [...inBlocks(section), ...inProse(section)].flatMap((line) => line.split(' && '));
      return found
        .map((command) => command.trim())
        .filter((command) => command !== '' && !command.startsWith('#'))
        .map((command) => ({ document, section, command }));
    });
}

function inBlocks(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```(?:sh|bash|console|shell)\n([\s\S]*?)^ *```/gm)];
  return blocks.flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, ' ').split('\n'));
}

function inProse(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const found = [...prose.matchAll(IN_PROSE)];
  return found
    .map(([, command = '']) => command.replaceAll(/\s+/g, ' '))
    .filter((command) => !/^docker \w+$/.test(command));
}

const commands = DOCUMENTS.flatMap(commandsIn);
const wayOf = (command: string): Way | undefined => WAYS.find((way) => way.command.test(command));
const run = commands.filter(({ command }) => wayOf(command)?.by === 'this test');

describe('every command in the documents', () => {
  it.each(commands)(
    'is run by a test, or its section says that it is not: $command ($document)',
    ({ command, section }) => {
      const by = wayOf(command)?.by;
      expect(by, 'nobody has said what runs it').toBeDefined();
      if (by === 'nothing here') expect(section).toMatch(NOT_HERE);
      else if (typeof by === 'object') expect(readDocument(by[0])).toMatch(by[1]);
    },
  );

  it.each(commands.filter(({ command }) => command.startsWith('npm run ')))(
    'is a script of package.json: $command ($document)',
    ({ command }) => {
      const { scripts } = z
        .object({ scripts: z.record(z.string(), z.string()) })
        .parse(JSON.parse(readDocument('package.json')));
      expect(Object.keys(scripts)).toContain(/^npm run (\S+)/.exec(command)?.[1]);
    },
  );

  it('stands in a block that says what it is of, so that it is found here', () => {
    const kinds = new Set(['sh', 'text', 'transcript', 'json', 'ts', 'nginx']);
    for (const document of DOCUMENTS) {
      const fences = [...readDocument(document).matchAll(/^ *```(.*)$/gm)].map(([, kind = '']) => kind);
      expect(
        fences.filter((kind, at) => at % 2 === 0 && !kinds.has(kind)),
        document,
      ).toEqual([]);
    }
  });

  it('is still there, for each way that is told here', () => {
    for (const way of WAYS)
      expect(
        commands.some(({ command }) => way.command.test(command)),
        String(way.command),
      ).toBe(true);
  });
});

describe('a command that is run here', () => {
  const starts = run.filter(({ command }) => command.includes('npm start'));
  const tests = run.filter(({ command }) => command.startsWith('npx vitest'));

  it.each(starts)('ends well: $command', async ({ command }) => {
    const [, behind = ''] = / -- (.*)$/.exec(command) ?? [];
    const args = [...behind.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const input = args.length === 0 ? '490154203237518\n' : '';
    const [, LANGUAGE] = /^LANGUAGE=(\S+)/.exec(command) ?? [];
    const environment = LANGUAGE === undefined ? {} : { LANGUAGE };
    const { exitCode, stdout } = await runMain({
      args,
      input,
      environment,
      directory: await emptyDirectory(),
    });
    expect(stdout).toMatch(/NOKIA|^\d+\.\d+\.\d+$/m);
    expect(exitCode).toBe(0);
  });

  it.each(tests)('names tests that are there: $command', ({ command }) => {
    const [path = ''] = /test\/\S+/.exec(command) ?? [];
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  });

  it('makes a secret: openssl rand -hex 32', async () => {
    const { stdout } = await promisify(execFile)('openssl', ['rand', '-hex', '32']);
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
  });
});
