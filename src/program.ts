import type { ConfiguredPlatform } from './adapters/definition.ts';
import { createConsole, lacksInput } from './bot/console.ts';
import { openMetrics } from './bot/metrics.ts';
import { createOwner, openHttp } from './bot/owner.ts';
import { createPlatforms } from './bot/platforms.ts';
import { startBot } from './bot/run.ts';
import { parseSettings } from './bot/settings.ts';
import { explainStart, NOBODY_TO_SERVE, STORE_LOST, type StartProblem } from './bot/start-error.ts';
import { type Arguments, isToolName, parseArguments, USAGE } from './config/arguments.ts';
import type { Config } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { systemClock as clock } from './core/clock.ts';
import { keepSecret } from './core/secrets.ts';
import { EXIT, watchProcess } from './ops/lifecycle.ts';
import { createLog, type Log } from './ops/log/log.ts';
import { createMask } from './ops/log/mask.ts';
import { readVersion } from './ops/version.ts';
import { kindOf } from './store/kinds.ts';

/** The process: its arguments, its settings, its end. Resolves when a tool is over. */
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
  const inTerminal = given.line !== undefined || given.json || config.platforms.length === 0;
  const ending = new AbortController();
  let exitCode: number = EXIT.well;
  const endWith = (code: number): void => {
    exitCode ||= code;
    ending.abort();
  };
  const endFor = ({ lines, exitCode: code }: StartProblem): void => {
    log.fatal(lines.join(' '));
    endWith(code);
  };
  const onFatal = (reason: string): void => endFor({ lines: [reason], exitCode: EXIT.config });
  const metrics = await openMetrics(config, log);
  // Else it would be loaded after this process has become the owner.
  if (!inTerminal && kindOf(config.storeUrl).isShared)
    for (const platform of config.platforms) void platform.load();
  const start = async () => {
    const bot = await startBot({
      ...{ config, clock, log, metrics, signal: ending.signal },
      createPlatforms: async (core) => {
        if (!inTerminal) return createPlatforms({ config, clock, log, onFatal }, core);
        const chat = await createConsole(given, core, config.language);
        void chat.ended.then(endWith);
        return { adapters: [chat.adapter], mounts: [] };
      },
    });
    // The input of a talk in the terminal cannot be opened again.
    if (inTerminal) void bot.over.then(({ again }) => again && endFor(STORE_LOST));
    return bot;
  };
  const owner = createOwner({ start, clock, log, signal: ending.signal });
  const stop = (): Promise<void> => {
    ending.abort();
    return owner.ended;
  };
  watchProcess({ log, stop, makeSafe: async () => owner.bot()?.makeSafe() });
  try {
    const http = config.http && (await openHttp(config.http, { owner, metrics, log }));
    await owner.ended;
    await http?.close();
  } catch (error) {
    await stop().catch(() => undefined);
    explainAndEnd(error, log);
  }
  process.exit(exitCode);
}

/** What the process is asked to do, with what is set; ends it here when either cannot be understood. */
function readSettings(): { readonly arguments: Arguments; readonly config: Config<ConfiguredPlatform> } {
  const given = argumentsOf(process.argv.slice(2));
  if (given.help) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(EXIT.well);
  }
  if (given.version) {
    process.stdout.write(`${readVersion()}\n`);
    process.exit(EXIT.well);
  }
  const configured = parseSettings(environment());
  if (!configured.ok)
    return sayAndEnd(EXIT.config, [
      'The settings need a correction (see .env.example):',
      ...configured.problems,
    ]);
  const { config } = configured;
  for (const secret of config.secrets) keepSecret(secret);
  if (lacksInput(given, config.platforms.length > 0))
    return sayAndEnd(NOBODY_TO_SERVE.exitCode, NOBODY_TO_SERVE.lines);
  return { arguments: given, config };
}

function argumentsOf(words: readonly string[]): Arguments {
  try {
    return parseArguments(words);
  } catch (error) {
    return sayAndEnd(EXIT.config, [error instanceof Error ? error.message : String(error), USAGE]);
  }
}

function environment(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment('.env', process.env);
  } catch (error) {
    const problem = explainStart(error);
    if (problem === undefined) throw error;
    return sayAndEnd(problem.exitCode, problem.lines);
  }
}

/** Says why the start failed; what nobody foresaw goes to the log, which keeps secrets to itself. */
function explainAndEnd(error: unknown, log: Log): never {
  const problem = explainStart(error);
  if (problem !== undefined) return sayAndEnd(problem.exitCode, problem.lines);
  log.fatal({ err: error }, 'The bot cannot start: something broke that should not');
  process.exit(EXIT.broken);
}

function sayAndEnd(code: number, lines: readonly string[]): never {
  process.stderr.write(`${createMask([]).text(lines.join('\n'))}\n`);
  process.exit(code);
}
