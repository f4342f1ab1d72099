#!/usr/bin/env node
import type { ConsoleAdapter } from './adapters/console/adapter.ts';
import { type Arguments, parseArguments, USAGE } from './arguments.ts';
import { type Bot, startBot } from './bot.ts';
import { type Config, parseConfig } from './config.ts';
import { systemClock as clock } from './core/clock.ts';
import { readEnvironment } from './environment.ts';
import { isSpoken, languageOf, wordsFor } from './format/words/words.ts';
import { HttpServerError } from './ops/http-error.ts';
import { EXIT, watchProcess } from './ops/lifecycle.ts';
import { createLog } from './ops/log.ts';
import { createPlatforms, hasPlatforms, type PlatformCore } from './platforms.ts';
import { StoreInUse } from './store/lock.ts';
import { StoreUnusable } from './store/unusable.ts';
import { TacTableError } from './tac/errors.ts';

async function main(): Promise<void> {
  const { arguments: given, config } = readSettings();
  const log = createLog({
    level: config.logLevel,
    secrets: [
      config.service?.apiKey,
      config.cacheSecret,
      config.storePassword,
      config.discord?.token,
      config.telegram?.token,
    ].filter((secret) => secret !== undefined),
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
    void (bot?.stop() ?? Promise.resolve()).finally(() => process.exit(EXIT.broken));
  };
  const inTerminal = given.line !== undefined || given.json || !hasPlatforms(config);
  bot = await startBot({
    config,
    clock,
    log,
    createPlatforms: async (core) => {
      if (!inTerminal) return createPlatforms({ config, clock, log, onFatal }, core);
      chat = await createConsole(given, core, config.language);
      return { adapters: [chat.adapter], mounts: [] };
    },
  }).catch(explainAndEnd);
  watchProcess({ log, ...bot });
  if (chat === undefined) return;
  const exitCode = await chat.ended;
  await bot.stop();
  process.exit(exitCode);
}

/** What the process is asked to do, with what is set; ends it here when either cannot be understood. */
function readSettings(): { readonly arguments: Arguments; readonly config: Config } {
  const parsed = parseArguments(process.argv.slice(2));
  if (!parsed.ok) return endWith(EXIT.config, [parsed.problem, USAGE]);
  if (parsed.arguments.help) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(EXIT.well);
  }
  const configured = parseConfig(readEnvironment('.env', process.env));
  if (configured.ok) return { arguments: parsed.arguments, config: configured.config };
  return endWith(EXIT.config, ['The settings need a correction (see .env.example):', ...configured.problems]);
}

function explainAndEnd(error: unknown): never {
  if (error instanceof Error && error.name === 'DiscordStartError')
    return endWith(EXIT.config, [error.message]);
  if (error instanceof TacTableError || error instanceof HttpServerError || error instanceof StoreUnusable) {
    return endWith(EXIT.config, [error.message]);
  }
  if (!(error instanceof StoreInUse)) throw error;
  return endWith(EXIT.inUse, [
    error.message,
    'Two would together send more requests than the service allows.',
    'Stop the other one first; or, to try something out on the sandbox, give this one a STORE_URL of its own.',
  ]);
}

function endWith(code: number, lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
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
