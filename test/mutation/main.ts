import { runMutationTests } from './run.ts';

process.exitCode = await runMutationTests(process.argv.slice(2), process.cwd());
