import type { ConfiguredPlatform } from './adapters/definition.ts';
import { createConsole, lacksInput } from './bot/console.ts';
import { createPlatforms } from './bot/platforms.ts';
import { type Bot, startBot } from './bot/run.ts';
import { parseSettings } from './bot/settings.ts';
import { explainStart, NOBODY_TO_SERVE, STORE_LOST, type StartProblem } from './bot/start-error.ts';
import { type Arguments, parseArguments, USAGE } from './config/arguments.ts';
import type { Config } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { systemClock as clock } from './core/clock.ts';
import { keepSecret } from './core/secrets.ts';
import { isToolName } from './operate/names.ts';
import { EXIT, watchProcess } from './ops/lifecycle.ts';
import { createLog, type Log } from './ops/log/log.ts';
import { createMask } from './ops/log/mask.ts';
import { readVersion } from './ops/version.ts';

/** The process: its arguments, its settings, its end. Resolves when a tool or a talk in the terminal is over, or the bot serves. */
export async function runProgram(): Promise<void> {
  const [first, ...words] = process.argv.slice(2);
  if (!isToolName(first)) return serve();
  const { runTool } = await import('./operate/run.ts');
  process.exitCode = await runTool(first, words);
}

async function serve(): Promise<void> {
  const { arguments: given, config } = readSettings();
  const log = createLog({
    level: config.logLevel,
    secrets: config.secrets,
    readable: process.stderr.isTTY === true,
  });
  let chatEnded: Promise<number> | undefined;
  let bot: Bot | undefined;
  const endFor = ({ lines, exitCode }: StartProblem): void => {
    log.fatal(lines.join(' '));
    void (bot?.stop() ?? Promise.resolve()).finally(() => process.exit(exitCode));
  };
  const onFatal = (reason: string): void => endFor({ lines: [reason], exitCode: EXIT.config });
  const inTerminal = given.line !== undefined || given.json || config.platforms.length === 0;
  bot = await startBot({
    config,
    clock,
    log,
    createPlatforms: async (core) => {
      if (!inTerminal) return createPlatforms({ config, clock, log, onFatal }, core);
      const chat = await createConsole(given, core, config.language);
      chatEnded = chat.ended;
      return { adapters: [chat.adapter], mounts: [] };
    },
  }).catch((error: unknown) => explainAndEnd(error, log));
  watchProcess({ log, ...bot });
  void bot.storeLost.then(() => endFor(STORE_LOST));
  if (chatEnded === undefined) return;
  const exitCode = await chatEnded;
  await bot.stop();
  process.exit(exitCode);
}

/** What the process is asked to do, with what is set; ends it here when either cannot be understood. */
function readSettings(): { readonly arguments: Arguments; readonly config: Config<ConfiguredPlatform> } {
  const parsed = parseArguments(process.argv.slice(2));
  if (!parsed.ok) return endWith(EXIT.config, [parsed.problem, USAGE]);
  if (parsed.arguments.help) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(EXIT.well);
  }
  if (parsed.arguments.version) {
    process.stdout.write(`${readVersion()}\n`);
    process.exit(EXIT.well);
  }
  const configured = parseSettings(environment());
  if (!configured.ok)
    return endWith(EXIT.config, [
      'The settings need a correction (see .env.example):',
      ...configured.problems,
    ]);
  const { config } = configured;
  for (const secret of config.secrets) keepSecret(secret);
  if (lacksInput(parsed.arguments, config.platforms.length > 0))
    return endWith(NOBODY_TO_SERVE.exitCode, NOBODY_TO_SERVE.lines);
  return { arguments: parsed.arguments, config };
}

function environment(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment('.env', process.env);
  } catch (error) {
    const problem = explainStart(error);
    if (problem === undefined) throw error;
    return endWith(problem.exitCode, problem.lines);
  }
}

/** Says why the start failed; what nobody foresaw goes to the log, which keeps secrets to itself. */
function explainAndEnd(error: unknown, log: Log): never {
  const problem = explainStart(error);
  if (problem !== undefined) return endWith(problem.exitCode, problem.lines);
  log.fatal({ err: error }, 'The bot cannot start: something broke that should not');
  process.exit(EXIT.broken);
}

function endWith(code: number, lines: readonly string[]): never {
  process.stderr.write(`${createMask([]).text(lines.join('\n'))}\n`);
  process.exit(code);
}
