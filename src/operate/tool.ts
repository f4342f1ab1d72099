import { resolve } from 'node:path';
import { parseWords } from '../config/arguments.ts';
import type { SettingSources } from '../config/environment.ts';
import type { Environment } from '../config/setting.ts';
import type { Clock } from '../core/clock.ts';
import { errorMessage, OperatorError } from '../core/errors.ts';

/** What a tool works with. Its output masks secrets. */
export interface ToolContext {
  readonly environment: Environment;
  /** What was set under names that no setting has. */
  readonly misnamed: Omit<SettingSources, 'values'>;
  readonly clock: Clock;
  /** Writes a text for people, wrapped to their terminal. */
  say(text: string): void;
  /** Writes a line for programs as it is. */
  print(line: string): void;
}

/** A command-line tool for operators. */
export interface Tool {
  /** Its call and purpose, as `--help` shows them. */
  readonly usage: string;
  /** Resolves with the exit code. @throws OperatorError */
  run(words: readonly string[], context: ToolContext): Promise<number>;
}

/** The only word, as the path of a file. @throws OperatorError with the problem if there is none */
export function fileNamed([name, ...more]: readonly string[], problem: string): string {
  if (name === undefined || more.length > 0) throw new OperatorError(problem);
  return resolve(name);
}

/**
 * The options among the words after the name of a tool that takes nothing else.
 * @param flags the options there are; none takes a value
 * @throws OperatorError for any other word
 */
export function parseFlags(words: readonly string[], flags: readonly string[]) {
  const { flags: found, rest } = parseFlagsAndRest(words, flags);
  if (rest.length === 0) return found;
  const others = rest.join(' ');
  throw new OperatorError(`Leave out “${others}”: this tool takes options only, see --help.`);
}

/**
 * The options among the words after the name of a tool, and the other words.
 * @param flags the options there are; none takes a value
 * @throws OperatorError for any other
 */
export function parseFlagsAndRest(words: readonly string[], flags: readonly string[]) {
  try {
    const { values, positionals } = parseWords({
      args: [...words],
      options: Object.fromEntries(flags.map((name) => [name, { type: 'boolean' }] as const)),
      allowPositionals: true,
    });
    return { flags: new Set(Object.keys(values)), rest: positionals };
  } catch (error) {
    throw new OperatorError(`${errorMessage(error)} --help lists those there are.`);
  }
}
