import { resolve } from 'node:path';
import { parseWords } from '../config/arguments.ts';
import type { Environment } from '../config/environment.ts';
import type { SettingSources } from '../config/setting-sources.ts';
import { errorMessage } from '../core/error-code.ts';
import { OperatorError } from '../core/operator/operator-error.ts';
import type { Clock } from '../core/time/clock.ts';

/** The context of a tool, whose output masks secrets. */
export interface ToolContext {
  readonly environment: Environment;
  /** The names that no setting has: misspelt, or for another program. */
  readonly unknownNames: Omit<SettingSources, 'values'>;
  readonly clock: Clock;
  /** Writes a text for people, wrapped to their terminal. */
  print(text: string): void;
  /** Writes a line for programs as it is. */
  printRaw(line: string): void;
}

/** A command-line tool for operators. */
export interface Tool {
  /** Its call and purpose, as `--help` shows them. */
  readonly usage: string;
  /**
   * Resolves with the exit code.
   * @throws OperatorError
   */
  run(words: readonly string[], context: ToolContext): Promise<number>;
}

/**
 * The absolute path of the file that the only word names.
 * @throws OperatorError with the problem if there is no word, or more than one
 */
export function onlyFile([name, ...more]: readonly string[], problem: string): string {
  if (name === undefined || more.length > 0) throw new OperatorError(problem);
  return resolve(name);
}

/**
 * For a tool that takes neither options nor anything else.
 * @throws OperatorError for any word after its name
 */
export function refuseWords(words: readonly string[]): void {
  optionsIn(words, []);
}

/**
 * The options among the words after the name of a tool that takes nothing else.
 * @param known the options there are; none takes a value
 * @throws OperatorError for any other word
 */
export function optionsIn(words: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const { options, rest } = optionsAndRestIn(words, known);
  if (rest.length === 0) return options;
  const others = rest.join(' ');
  throw new OperatorError(`Leave out “${others}”: this tool takes options only, see --help.`);
}

/**
 * The options among the words after the name of a tool, and the other words.
 * @param known the options there are; none takes a value
 * @throws OperatorError for any other option
 */
export function optionsAndRestIn(words: readonly string[], known: readonly string[]) {
  try {
    const { values, positionals } = parseWords({
      args: [...words],
      options: Object.fromEntries(known.map((name) => [name, { type: 'boolean' }] as const)),
      allowPositionals: true,
    });
    return { options: new Set(Object.keys(values)), rest: positionals };
  } catch (error) {
    throw new OperatorError(`${errorMessage(error)} --help lists those there are.`);
  }
}
