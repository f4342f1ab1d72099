import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** What is started by its path, as a process or a thread. */
const ENTRIES = ['main', 'sandbox/main', 'files/work/child', 'files/thread'];
/** What finds a file in its own folder. */
const PLACED = ['files/work/runner', 'sandbox/catalogue/catalogue'];
/** Nearly every start loads these. One file each instead of many small ones. */
const TOGETHER = { core: /\/src\/core\//, imei: /\/src\/imei\//, zod: /\/node_modules\/zod\// };
const DATA = 'sandbox/catalogue/devices.json';

/** Copies a file that is read and not imported to its place in this folder of the output. */
export const withData = (folder) => ({
  name: 'data',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: `${folder}${DATA}`,
      source: readFileSync(`src/${DATA}`),
    });
  },
});

/**
 * The program in some eighty files. Names of functions stay, and a line before each part names its
 * file. docs/decisions/bundle.md has the reasons and figures, also for the two packages in it.
 */
export default defineConfig({
  input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  external: (id) => !/^(?:\.|\/|(?:zod|@keyv\/sqlite)(?:$|\/))/.test(id),
  plugins: [withData('')],
  output: {
    dir: 'dist/src',
    cleanDir: true,
    // A file with one character beyond it takes two bytes of memory for each of its characters.
    charset: 'ascii',
    comments: { jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => (PLACED.includes(name) ? `${name}.js` : `parts/${name}.js`),
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        ...PLACED.map((name) => ({ name, test: (id) => id.endsWith(`src/${name}.ts`) })),
        ...Object.entries(TOGETHER).map(([name, test]) => ({ name, test })),
      ],
    },
  },
});
