import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { ConsoleAdapter } from '../adapters/console/adapter.ts';
import type { PlatformCore } from '../adapters/definition.ts';
import type { Arguments } from '../config/arguments.ts';
import { languageOf } from '../format/words/catalogue.ts';
import { sayIn } from '../format/words/say.ts';

const STDIN = 0;

/** Whether the chat would have to read what is typed, and there is nobody and nothing to read from. */
export function lacksInput({ line, json }: Arguments, servesPlatforms: boolean): boolean {
  const readsInput = line === undefined && (json || !servesPlatforms);
  return readsInput && hasNoInput(STDIN);
}

/** The chat in the terminal, or on a pipe, of this process. */
export async function createConsole(
  { json, line }: Arguments,
  { commands, isSandbox }: PlatformCore,
  language: string | undefined,
): Promise<ConsoleAdapter> {
  // Loaded only if it is used.
  const { createConsoleAdapter } = await import('../adapters/console/adapter.ts');
  const { stdin, stdout, stderr, env } = process;
  // The first of the three that is set counts (POSIX).
  const locale = languageOf(language, env.LC_ALL || env.LC_MESSAGES || env.LANG);
  const say = sayIn(locale);
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
    greeting: say(isSandbox ? 'console.greetingOnSandbox' : 'console.greeting'),
    say,
    locale,
    columns: () => stdout.columns ?? 80,
  });
}

/**
 * Whether nothing can be read from a descriptor: `/dev/null`, which services and containers start with, or a closed one.
 * Pipes, files and terminals have at least an end.
 */
function hasNoInput(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && !isatty(descriptor);
  } catch {
    return true;
  }
}
