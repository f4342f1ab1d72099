#!/usr/bin/env node
import { errorMessage } from '../core/error-code.ts';
import { EXIT } from '../core/operator/operator-error.ts';
import { runSandbox } from './sandbox-command.ts';

try {
  const sandbox = await runSandbox(process.argv.slice(2), (text) => process.stdout.write(text));
  // The process ends when its connections are closed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => sandbox?.close());
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = EXIT.config;
}
