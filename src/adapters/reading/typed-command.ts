import { asksBeyondModelWithImei } from '../../words/beyond-model.ts';
import { isSaying } from '../../words/sayings.ts';
import { ABOUT_ANSWER, SMALL_TALK } from '../../words/understood.ts';
import type { CommandSet } from '../host.ts';
import type { PlainMessage } from './plain-message.ts';

/** A message with the command that it begins with. */
export interface MessageWithCommand extends PlainMessage {
  /** The message begins with the text command. Then `words` has only what is behind the command. */
  readonly isTextCommand: boolean;
  /** The other command that the message begins with; undefined if there is none. */
  readonly otherCommand: TypedCommand | undefined;
  readonly commands: CommandSet;
}

interface TypedCommand {
  readonly name: string;
  /** The text behind the name. */
  readonly rest: string;
  /** Whether it is a command of this bot. */
  readonly isKnown: boolean;
}

/** `/quota`, `/imei full 3520…`, `/check@otherbot 3520…` */
const COMMAND = /^\/(\p{L}[\p{L}\p{M}_-]{0,63}(?:@\w+)?)(?:\s+([\s\S]*))?$/u;

/**
 * Typed as an unknown command (`/thanks`), these words mean what they mean alone. “Yes” is not one
 * of them, since it may cost something.
 */
const MEANT_AS_WORDS = [...SMALL_TALK, 'no', 'rest', ...ABOUT_ANSWER] as const;

/** Takes the text command off the words. That command names the bot, as a mention does. */
export function readCommand(message: PlainMessage, commands: CommandSet): MessageWithCommand {
  const words = message.words.trim();
  const onlyWords = { ...message, words, isTextCommand: false, otherCommand: undefined, commands };
  const command = commandIn(words, commands);
  if (command === undefined) return onlyWords;
  if (command.name === commands.textCommand.name) {
    return { ...onlyWords, words: command.rest, addressedBy: 'name', isTextCommand: true };
  }
  const withoutSlash = { ...onlyWords, words: words.slice(1) };
  if (!command.isKnown && meansItsWords(withoutSlash)) return withoutSlash;
  return { ...onlyWords, otherCommand: command };
}

/** The command that a text begins with; undefined if it begins with none. */
function commandIn(words: string, { textCommand, all }: CommandSet): TypedCommand | undefined {
  // Numbers are also typed without a space: `/imei3520…`, `/imei_3520…`.
  const [typed] = new RegExp(`^/${textCommand.name}(?![\\p{L}@])_?\\s*`, 'iu').exec(words) ?? [];
  if (typed !== undefined) {
    return { name: textCommand.name, rest: words.slice(typed.length), isKnown: true };
  }
  const [, typedName, rest = ''] = COMMAND.exec(words) ?? [];
  if (typedName === undefined) return undefined;
  const name = typedName.toLowerCase();
  return { name, rest, isKnown: all.some((command) => command.name === name) };
}

/**
 * Whether the words behind the slash of an unknown command mean what they mean alone: `/stop`,
 * `/cancel please`, `/stolen 3520…`. A question like the last one may be for another bot.
 */
function meansItsWords({ words, isShared, addressedBy }: PlainMessage): boolean {
  if (isSaying(words, MEANT_AS_WORDS)) return true;
  return (!isShared || addressedBy === 'name') && asksBeyondModelWithImei(words);
}
