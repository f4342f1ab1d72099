import { defineConfig } from 'rolldown';
import program, { withData } from '../../rolldown.config.js';

/** What tests and benches start as a process of its own beside the program, or load into one. */
const ENTRIES = [
  ...['support/chaos/bot', 'support/discord/held-child', 'support/measure/measured-host'],
  ...['support/process/frozen-child', 'bench/bare-bot', 'bench/floor-bot', 'bench/quick-bot'],
  ...['bench/answering', 'bench/probe'],
];
/** What a process of a test imports of the program. */
const IMPORTED = ['provider/device-identity/definition', 'store/sqlite/place', 'work/runner'];

const beneath = (folder, entries) =>
  Object.fromEntries(entries.map((name) => [`${folder}/${name}`, `${folder}/${name}.ts`]));

/** Loads all of a library to show what that takes, which would have all of it in what the program loads as well. */
const BARE = /\/bare-bot\.ts$/;

/** The program as it is published, with what only tests start of it and beside it, each by its path from the root. */
export default defineConfig({
  ...program,
  input: {
    ...beneath('src', [...Object.keys(program.input), ...IMPORTED]),
    ...beneath('test', ENTRIES),
  },
  external: (id, from) => program.external(id) || (BARE.test(from) && !id.startsWith('.')),
  plugins: [withData('src/')],
  output: { ...program.output, chunkFileNames: (chunk) => `src/${program.output.chunkFileNames(chunk)}` },
});
