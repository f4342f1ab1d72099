import { constants } from 'node:os';
import { explainExit } from '../bot/explain-exit.ts';
import {
  type Arguments,
  isToolName,
  parseArguments,
  START,
  START_OF_PACKAGE,
  TOOL_NAMES,
  type ToolName,
  USAGE,
} from '../config/arguments.ts';
import { errorMessage } from '../core/error-code.ts';
import { EXIT, OperatorError } from '../core/operator/operator-error.ts';
import { createLog } from '../ops/log/log.ts';
import { maskSecrets } from '../ops/log/mask.ts';
import { VERSION } from '../ops/version.ts';
import { serve } from './serve.ts';

/**
 * Runs the process: a tool of operators, or the bot. Resolves when a tool has finished; a bot exits
 * when it has ended.
 *
 *     serve            the bot, from its settings to its end
 *     log-and-metrics  what it records for operators
 *     http             the HTTP server, by which they and platforms reach it
 */
export async function runProgram(): Promise<void> {
  const words = process.argv.slice(2);
  const [first, ...others] = words;
  try {
    if (isToolName(first)) {
      await runTool(first, others);
      return;
    }
    await refuseMistypedTool(words);
    process.exit(await serve(readArguments(words)));
  } catch (error) {
    exitWith(error);
  }
}

async function runTool(name: ToolName, words: readonly string[]): Promise<void> {
  // A tool finishes its work even if the reader of its output has gone.
  process.stdout.on('error', () => undefined);
  exitOnSignals();
  const tools = await import('../operate/run-tool.ts');
  process.exitCode = await tools.runTool(name, words);
}

/** Without a listener, a signal would end a tool before it can remove its drafts. */
function exitOnSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/**
 * With an IMEI behind the first word, all words are a question.
 * @throws OperatorError if the first word seems to be the name of a tool with a typing error
 */
async function refuseMistypedTool([first = '', ...others]: readonly string[]): Promise<void> {
  if (!/^[a-z-]{3,20}$/iu.test(first) || others.some((word) => /\d{14}/u.test(word))) return;
  const { nearestOf } = await import('../words/nearest.ts');
  const meant = nearestOf(first.toLowerCase(), TOOL_NAMES);
  if (meant === undefined) return;
  throw new OperatorError(
    `There is no tool “${first}”. Did you mean ${meant}? Type: ${START} -- ${meant} (${START_OF_PACKAGE} ${meant})`,
  );
}

/**
 * The arguments of the bot. Prints the usage or the version and exits, if that is what they ask.
 * @throws OperatorError with the usage, if one of them is wrong
 */
function readArguments(words: readonly string[]): Arguments {
  try {
    const programArguments = parseArguments(words);
    if (!programArguments.help && !programArguments.version) return programArguments;
    process.stdout.write(`${programArguments.help ? USAGE : VERSION}\n`);
    process.exit(EXIT.ok);
  } catch (error) {
    throw new OperatorError(`${errorMessage(error)}\n${USAGE}`);
  }
}

/** Explains the error to the operator, or logs it as a bug, and exits. */
function exitWith(error: unknown): never {
  const problem = explainExit(error);
  if (problem !== undefined) {
    process.stderr.write(`${maskSecrets(problem.message)}\n`);
    process.exit(problem.exitCode);
  }
  const log = createLog({ level: 'fatal', isReadable: false });
  log.fatal({ err: error }, 'Unexpected error; exiting');
  process.exit(EXIT.crash);
}
