import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** A file of a module: `src/core/any.ts`, `src/program.ts`. */
function fileOf(module: string, name: string): string {
  if (module === 'main' || module === 'program') return `src/${module}.ts`;
  // The files of `files` itself, beside the folders in it.
  if (module === 'files') return `src/files/${name === 'from' ? 'from' : 'files'}.ts`;
  return module === 'commands' ? `commands/${name}.ts` : `src/${module}/${name}.ts`;
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
  for (const { module, level } of modules.filter(({ level }) => level > 0)) {
    const from = fileOf(module, 'from');
    const targets = modules.filter((target) => target.module !== module);
    const statements = targets.map(
      (target) => `import '${specifier(from, fileOf(target.module, 'to'))}';`,
    );
    await mkdir(dirname(join(directory, from)), { recursive: true });
    await writeFile(join(directory, from), `${statements.join('\n')}\n`);
    for (const [index, target] of targets.entries()) {
      if (target.level <= level) expected.push(`${from}:${index + 1} ${statements[index]}`);
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
