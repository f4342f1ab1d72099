import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { emptyDirectory } from '../support/empty-directory.ts';
import { childEnvironment } from '../support/process/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = 'src commands locales test package.json tsconfig.json rolldown.config.js'.split(' ');
const run = promisify(execFile);

/** A copy of the project in which what CONTRIBUTING says about a new command was done. */
async function withHello(): Promise<string> {
  const copy = await emptyDirectory();
  for (const part of PARTS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const page = (await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8')).replaceAll(/^ {3}/gm, '');
  const codes = Array.from(page.matchAll(/```ts\n([\s\S]*?)```/g), ([, code = '']) => code);
  const command = codes.find((code) => code.includes('createHello')) ?? '';
  const [, words = ''] = /```json\n("commands\.hello[\s\S]*?)```/.exec(page) ?? [];
  await writeFile(join(copy, 'commands/hello.ts'), command);
  await change(join(copy, 'commands/index.ts'), [
    ['\n];\n', '\n  { descriptor: HELLO, create: createHello },\n];\n'],
    [
      'import { createHelp,',
      "import { createHello, HELLO } from './hello.ts';\nimport { createHelp,",
    ],
  ]);
  await change(join(copy, 'locales/en.json'), [['{\n', `{\n${words}`]]);
  return copy;
}

async function change(file: string, changes: readonly (readonly [string, string])[]) {
  let text = await readFile(file, 'utf8');
  for (const [before, after] of changes) {
    expect(text).toContain(before);
    text = text.replace(before, after);
  }
  await writeFile(file, text);
}

it('the command of CONTRIBUTING compiles as it stands there, and greets', async () => {
  const copy = await withHello();
  await mkdir(join(copy, 'empty'));
  const npm = (...words: readonly string[]) => run('npm', ['run', ...words], { cwd: copy });
  // It writes the types of the texts, and names the languages that lack some.
  await npm('locales').catch(() => undefined);
  await npm('types');
  await npm('build');
  const { stdout } = await run(process.execPath, [join(copy, 'dist/src/main.js'), '/hello Ann'], {
    cwd: join(copy, 'empty'),
    env: childEnvironment({}),
  });
  expect(stdout).toContain('Hello, Ann');
});
