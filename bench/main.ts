import { fileURLToPath } from 'node:url';
import { runBenches } from './run.ts';

process.exitCode = await runBenches(process.argv.slice(2), fileURLToPath(new URL('..', import.meta.url)));
