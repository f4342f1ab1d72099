import { defineConfig } from 'rolldown';
import program, { withData } from '../../rolldown.config.js';

/** What tests and `npm run platforms` start as a process of its own, or load into one. */
const ENTRIES = ['chaos/bot-child', 'support/platforms/main', 'support/process/owner-child'];
/** What a process of a test imports of the program. */
const IMPORTED = ['files/work/runner'];

const beneath = (folder, entries) =>
  Object.fromEntries(entries.map((name) => [`${folder}/${name}`, `${folder}/${name}.ts`]));

/** The program as it is published, and what only tests start, each by its path from the root. */
export default defineConfig({
  ...program,
  input: {
    ...beneath('src', [...Object.keys(program.input), ...IMPORTED]),
    ...beneath('test', ENTRIES),
  },
  plugins: [withData('src/')],
  output: {
    ...program.output,
    chunkFileNames: (chunk) => `src/${program.output.chunkFileNames(chunk)}`,
  },
});
