import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { createCommands } from '../commands/index.ts';
import type { Command } from '../src/core/command.ts';
import type { Reply } from '../src/core/reply.ts';
import { quiet, textOf } from './support/conversation.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Inside the project, so that the packages are found from there. */
const CACHE = join(ROOT, 'node_modules', '.cache');

/** A copy of the project's code, to be changed. */
let copy: string;

beforeAll(async () => {
  await mkdir(CACHE, { recursive: true });
  copy = await mkdtemp(join(CACHE, 'imei-bot-recipe-'));
  for (const part of ['src', 'commands', 'tsconfig.json', 'tsconfig.build.json', 'package.json'])
    await cp(join(ROOT, part), join(copy, part), { recursive: true });
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

describe('the recipe for a command', () => {
  it('needs the file that the README shows and a place in the list, and every language has it', async () => {
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const [, section = ''] = /^## Add a command\n([\s\S]*?)^## /m.exec(readme) ?? [];
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
    await writeFile(join(copy, 'commands', 'hello.ts'), example.replaceAll(/^ {3}/gm, ''));
    await edit('commands/index.ts', 'const COMMANDS = [', 'const COMMANDS = [createHello, ');
    await edit(
      'commands/index.ts',
      "import { createHelp } from './help.ts';\n",
      "import { createHello } from './hello.ts';\nimport { createHelp } from './help.ts';\n",
    );
    expect(await compile()).toBe('');

    const built = pathToFileURL(join(copy, 'dist', 'commands', 'index.js')).href;
    const registry: { createCommands: typeof createCommands } = await import(built);
    const commands = registry.createCommands(quiet);
    const named = (name: string): Command | undefined => commands.find((one) => one.name === name);
    expect(await lastReply(named('hello'), 'Ann')).toBe('Hello, Ann');
    expect(named('hello')?.prepare({ kind: 'text', text: '' })).toMatchObject({
      problem: { kind: 'missing', option: 'to' },
    });
    const german = await lastReply(named('help'), '', 'de');
    expect(german).toContain('/hello: Greet somebody\n/imei: Sagt,');
    expect(german).toContain('/hello Ann');
  });
});
