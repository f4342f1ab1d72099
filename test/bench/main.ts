import { fileURLToPath } from 'node:url';
import { runBenches } from './run.ts';

const built = fileURLToPath(new URL('../..', import.meta.url));
process.exitCode = await runBenches(process.argv.slice(2), { root: process.cwd(), built }, process);
