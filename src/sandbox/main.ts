#!/usr/bin/env node
import { runSandbox } from './run.ts';

const started = await runSandbox(process.argv.slice(2), process);
if (typeof started === 'number') {
  process.exitCode = started;
} else {
  // With its connections gone, nothing keeps the process.
  const end = (): Promise<void> => started.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
