import { type ParseArgsConfig, parseArgs } from 'node:util';
import { errorMessage } from '../core/error-code.ts';

/** The names of the operators' tools. They are here so that a start does not load the tools. */
export const TOOL_NAMES = [
  'setup',
  'doctor',
  'deploy-commands',
  'backup',
  'restore',
  'rekey',
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

export function isToolName(word: string | undefined): word is ToolName {
  return TOOL_NAMES.some((name) => name === word);
}

/** The command that starts the program in a checkout; its arguments go behind `--`. */
export const START = 'npm start';
/** The same with the npm package, as a remark. */
export const START_OF_PACKAGE = 'with the npm package: npx imei-bot';

export const USAGE = `Usage: npm start                                 a chat in this terminal
       npm start -- "/imei 490154203237518"      answers one line and ends
       npm start --silent -- --json "490154203237518"
                                                 the same as JSON, one object per IMEI
       … | npm start --silent                    one line in, one reply out
       npm start -- ${TOOL_NAMES.join(' | ')}
                                                 for operators; each has a --help
Options: --json   --help   --version
With the npm package, write npx imei-bot in place of npm start --.
Settings are in .env; .env.example explains each of them.`;

export interface Arguments {
  /** The only line to answer; undefined if the bot serves. */
  readonly line: string | undefined;
  /** Answers are printed as JSON, for scripts. */
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/**
 * Parses the words after the name of the program.
 * @throws Error whose message people can read
 */
export function parseArguments(words: readonly string[]): Arguments {
  const { values, positionals } = parseWords({
    // `- IMEI 490154203237518` is a line and not an option: with a space before it, parseArgs takes
    // it as it is.
    args: words.map((word) => (word.startsWith('-') && /\s/.test(word) ? ` ${word}` : word)),
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', short: 'v', default: false },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0) return { ...values, line: undefined };
  const line = positionals
    .map((word) => word.trim())
    .join(' ')
    .trim();
  // A script with an empty variable, "$IMEI", wants an answer and not a bot that serves.
  if (line === '') throw new Error('The line to answer is empty.');
  return { ...values, line };
}

/**
 * Parses as Node's parseArgs does.
 * @throws Error whose message people can read
 */
export function parseWords<const Settings extends ParseArgsConfig>(settings: Settings) {
  try {
    return parseArgs(settings);
  } catch (error) {
    // The rest of Node's message says how to write an argument that begins with a dash.
    throw new Error(errorMessage(error).replace(/\. To specify .*/s, '.'), { cause: error });
  }
}
