import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { emptyDirectory } from '../support/empty-directory.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

/** The modules as src/README.md orders them, the highest line first. */
async function lines(): Promise<readonly (readonly string[])[]> {
  const readme = await readFile(join(ROOT, 'src/README.md'), 'utf8');
  const [, order = ''] = /## Modules\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
  return order
    .trim()
    .split('\n')
    .map((line) => line.split(' · '));
}

/** A file that a module may want to import. */
interface Target {
  readonly module: string;
  /** The line of its module: 0 for the highest one. */
  readonly level: number;
  readonly file: string;
}

function folderOf(module: string): string {
  return module === 'commands' ? 'commands' : `src/${module}`;
}

/** A file in the folder of a module, and further ones in the folders below. */
function importersOf(module: string): readonly string[] {
  const folder = folderOf(module);
  // The folders in `files` are modules, which have none.
  const folders = module.startsWith('files') ? [''] : ['', 'deep/', 'deep/deeper/'];
  return folders.map((below) => `${folder}/${below}from.ts`);
}

/** The files of a module that others may want to import. */
async function importedOf(module: string): Promise<readonly string[]> {
  if (module === 'main') return ['src/main.ts'];
  if (module !== 'files') return [`${folderOf(module)}/to.ts`];
  // Its folders import them as `../files.ts`, in which nothing says where that is.
  const names = await readdir(join(ROOT, 'src/files'));
  return names.filter((name) => name.endsWith('.ts')).map((name) => `src/files/${name}`);
}

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

it('a module may import only from lines below its own: everything else fails the lint', async () => {
  const order = await lines();
  const modules = order.flatMap((line, level) => line.map((module) => ({ module, level })));
  const directory = await emptyDirectory();
  const { vcs: _, ...config } = JSON.parse(await readFile(join(ROOT, 'biome.json'), 'utf8'));
  await writeFile(join(directory, 'biome.json'), JSON.stringify(config));
  const expected: string[] = [];
  const targets: Target[] = [];
  for (const { module, level } of modules) {
    for (const file of await importedOf(module)) targets.push({ module, level, file });
  }
  for (const { module, level } of modules.filter(({ level }) => level > 0)) {
    const others = targets.filter((target) => target.module !== module);
    for (const from of importersOf(module)) {
      const statements = others.map(({ file }) => `import '${specifier(from, file)}';`);
      await mkdir(dirname(join(directory, from)), { recursive: true });
      await writeFile(join(directory, from), `${statements.join('\n')}\n`);
      for (const [index, target] of others.entries()) {
        if (target.level <= level) expected.push(`${from}:${index + 1} ${statements[index]}`);
      }
    }
  }
  const found = await refusals(directory);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

/** The imports that Biome refuses, each with its file and line. */
async function refusals(directory: string): Promise<readonly string[]> {
  const args = [
    'lint',
    '--only=style/noRestrictedImports',
    '--reporter=github',
    '--max-diagnostics=none',
    '.',
  ];
  const output = await new Promise<string>((resolve) => {
    // It ends with 1, since it refuses something.
    execFile(process.execPath, [BIOME, ...args], { cwd: directory }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const places = [...output.matchAll(/file=([^,]+),line=(\d+)/g)];
  return Promise.all(
    places.map(async ([, file = '', line = '']) => {
      const path = relative(directory, file);
      const text = await readFile(file, 'utf8');
      return `${path}:${line} ${text.split('\n')[Number(line) - 1]}`;
    }),
  );
}
