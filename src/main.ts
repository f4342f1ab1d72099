#!/usr/bin/env node
import type { ConsoleAdapter } from './adapters/console/adapter.ts';
import { hasNoInput } from './adapters/console/no-input.ts';
import type { ConfiguredPlatform, PlatformCore } from './adapters/definition.ts';
import { PLATFORMS } from './adapters/platforms.ts';
import { createPlatforms } from './bot/platforms.ts';
import { type Bot, startBot } from './bot/run.ts';
import { explainStart, NOBODY_TO_SERVE } from './bot/start-error.ts';
import { type Arguments, parseArguments, USAGE } from './config/arguments.ts';
import { type Config, parseConfig } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { systemClock as clock } from './core/clock.ts';
import { keepSecret } from './core/secrets.ts';
import { isSpoken, languageOf, wordsFor } from './format/words/words.ts';
import { EXIT, watchProcess } from './ops/lifecycle.ts';
import { createLog, type Log } from './ops/log/log.ts';
import { createMask } from './ops/log/mask.ts';

const STDIN = 0;

async function main(): Promise<void> {
  const { arguments: given, config } = readSettings();
  const log = createLog({
    level: config.logLevel,
    secrets: config.secrets,
    readable: process.stderr.isTTY === true,
  });
  if (config.language !== undefined && !isSpoken(config.language)) {
    log.warn(
      { language: config.language },
      'LANGUAGE is one that the bot does not speak; English takes its place',
    );
  }
  let chat: ConsoleAdapter | undefined;
  let bot: Bot | undefined;
  const onFatal = (reason: string): void => {
    log.fatal(reason);
    void (bot?.stop() ?? Promise.resolve()).finally(() => process.exit(EXIT.config));
  };
  const inTerminal = given.line !== undefined || given.json || config.platforms.length === 0;
  bot = await startBot({
    config,
    clock,
    log,
    createPlatforms: async (core) => {
      if (!inTerminal) return createPlatforms({ config, clock, log, onFatal }, core);
      chat = await createConsole(given, core, config.language);
      return { adapters: [chat.adapter], mounts: [] };
    },
  }).catch((error: unknown) => explainAndEnd(error, log));
  watchProcess({ log, ...bot });
  if (chat === undefined) return;
  const exitCode = await chat.ended;
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
  const configured = parseConfig(environment(), PLATFORMS);
  if (!configured.ok)
    return endWith(EXIT.config, [
      'The settings need a correction (see .env.example):',
      ...configured.problems,
    ]);
  const { config } = configured;
  for (const secret of config.secrets) keepSecret(secret);
  const { line, json } = parsed.arguments;
  const readsInput = line === undefined && (json || config.platforms.length === 0);
  if (readsInput && hasNoInput(STDIN)) return endWith(NOBODY_TO_SERVE.exitCode, NOBODY_TO_SERVE.lines);
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

async function createConsole(
  { json, line }: Arguments,
  { commands, isSandbox }: PlatformCore,
  language: string | undefined,
): Promise<ConsoleAdapter> {
  // Loaded only where it is used.
  const { createConsoleAdapter } = await import('./adapters/console/adapter.ts');
  const { stdin, stdout, stderr, env } = process;
  // The first of the three that is set is the one that counts (POSIX).
  const locale = languageOf(language, env.LC_ALL || env.LC_MESSAGES || env.LANG);
  const words = wordsFor(locale).console;
  const interactive = stdin.isTTY === true && stdout.isTTY === true;
  return createConsoleAdapter({
    input: stdin,
    output: stdout,
    errorOutput: stderr,
    interactive,
    colors: stdout.isTTY === true && (env.NO_COLOR ?? '') === '',
    json,
    once: line,
    commandNames: commands.map(({ name }) => name),
    textCommand: 'imei',
    words: { ...words, greeting: isSandbox ? words.greetingOnSandbox : words.greeting },
    locale,
    columns: () => stdout.columns ?? 80,
  });
}

await main();
