import wrapAnsi from 'wrap-ansi';
import { explainExit } from '../bot/explain-exit.ts';
import { readSources } from '../bot/settings.ts';
import type { ToolName } from '../config/arguments.ts';
import { EXIT } from '../core/operator/operator-error.ts';
import { systemClock } from '../core/time/clock.ts';
import { maskSecrets } from '../ops/log/mask.ts';
import { StoreInUse } from '../store/store-errors.ts';
import { backup } from './backup.ts';
import { deployCommands } from './deploy-commands.ts';
import { doctor } from './doctor/doctor.ts';
import { rekey } from './rekey.ts';
import { restore } from './restore.ts';
import { setup } from './setup/setup.ts';
import type { Tool } from './tool.ts';

const TOOLS: Readonly<Record<ToolName, Tool>> = {
  setup,
  doctor,
  backup,
  restore,
  rekey,
  'deploy-commands': deployCommands,
};

/** The environment and the output of a tool; `process` is one. */
export interface ToolHost {
  readonly env: NodeJS.ProcessEnv;
  /** `columns`: those of a terminal. */
  readonly stdout: { write(text: string): unknown; readonly columns?: number | undefined };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Runs a tool with the settings of the working directory. Resolves with the exit code.
 *
 *     tool                           what a tool is, and which options it takes
 *     setup/setup                    asks for settings, and writes them (`env-file`)
 *     setup/setup-dialog, prompt     its questions, to a person or to the environment
 *     setup/ask-service, -platforms  what it asks, and tries at once
 *     doctor/doctor                  reports on settings, store, service and platforms
 *     examination                    what setup and doctor share: store, port, and the key
 *     backup, restore, rekey         the files of the store, and its secret
 *     store-settings, store-files    what these three share
 *     deploy-commands                registers the commands
 */
export async function runTool(
  name: ToolName,
  words: readonly string[],
  host: ToolHost = process,
): Promise<number> {
  const tool = TOOLS[name];
  if (words.includes('--help') || words.includes('-h')) {
    host.stdout.write(`Usage: imei-bot ${tool.usage}\n`);
    return EXIT.ok;
  }
  try {
    const sources = readSources(host.env);
    const columns = host.stdout.columns ?? Number.POSITIVE_INFINITY;
    const printRaw = (line: string): void => {
      host.stdout.write(`${maskSecrets(line)}\n`);
    };
    const print = (text: string): void => {
      host.stdout.write(`${wrapAnsi(maskSecrets(text), columns, { trim: false })}\n`);
    };
    return await tool.run(words, {
      environment: sources.values,
      unknownNames: sources,
      clock: systemClock,
      print,
      printRaw,
    });
  } catch (error) {
    const { message, exitCode } = outcomeOf(error);
    host.stderr.write(`${maskSecrets(message)}\n`);
    return exitCode;
  }
}

function outcomeOf(error: unknown): { readonly message: string; readonly exitCode: number } {
  if (error instanceof StoreInUse) {
    return { message: `${error.message} Stop it first, and try again.`, exitCode: EXIT.tryAgain };
  }
  const broken = {
    message: `Unexpected error: ${String(error)}`,
    exitCode: EXIT.crash,
  };
  return explainExit(error) ?? broken;
}
