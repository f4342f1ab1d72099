import { runBenches } from './run.ts';

process.exitCode = await runBenches(process.argv.slice(2), process.cwd(), process);
