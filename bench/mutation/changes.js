import { globSync, readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** The tests of PostgreSQL start servers and processes, which would take hours. */
const EXCLUDED = /^src\/store\/postgres\//;

const OPTIONS = {
  plugins: null,
  ignorers: [],
  // An emptied text is a name or a statement of SQL, which fails everywhere, or one for the log,
  // which no test reads.
  excludedMutations: ['StringLiteral'],
};

const SILENT = {
  isDebugEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
};

/**
 * The changes of a module, and the text of its files with all of them in it. While they run,
 * `globalThis.__stryker__.activeMutant` is the id of the one that counts. The ids stay the same as
 * long as the files do.
 * @param {string} module a folder of `src`
 * @param {readonly string[]} only some files of it; none means all
 */
export async function changesOf(module, only) {
  const names = globSync(`src/${module}/**/*.ts`).filter((name) => !EXCLUDED.test(name));
  const chosen = only.length === 0 ? names : names.filter((name) => only.includes(name));
  const sources = chosen.sort().map((name) => ({
    name,
    mutate: true,
    content: readFileSync(name, 'utf8'),
  }));
  const { files, mutants } = await new Instrumenter(SILENT).instrument(sources, OPTIONS);
  return { files, changes: mutants.filter(({ status }) => status !== 'Ignored') };
}
