import { says } from '../../words/sayings.ts';
import { typedPress } from '../../words/typed-press.ts';
import { ABOUT_ANSWER, BUTTON_WORDS, SMALL_TALK } from '../../words/understood.ts';
import type { QuestionContent } from '../delivery/questions.ts';
import type { CommandSet } from '../host.ts';
import { type CommandInput, commandInput } from './command-input.ts';
import { HAS_DIGIT, HAS_LONG_NUMBER, type PlainMessage, type SentFile } from './plain-message.ts';

/** What a person wants with what they say. */
export type Meaning =
  | Asks
  /** They ask about a message whose contents the platform does not show the bot. */
  | { readonly kind: 'asks-about-unreadable' }
  /** They only mention the bot where others read. */
  | { readonly kind: 'only-mentions' }
  /** It is not for the bot, or needs no answer. */
  | { readonly kind: 'nothing' };

interface Asks {
  readonly kind: 'asks';
  readonly input: CommandInput;
  /** An edit that leaves this as it is asks nothing new. */
  readonly content: QuestionContent;
}

/** What a command is about. */
interface WordsAndFile {
  readonly words: string;
  readonly file?: SentFile | undefined;
}

interface TypedCommand {
  readonly name: string;
  /** The text behind it. */
  readonly rest: string;
}

/** A message, and the command that it begins with. */
interface MessageWithCommand extends PlainMessage {
  /** It begins with the text command; the words are those behind it. */
  readonly isTextCommand: boolean;
  /** Another command that it begins with. */
  readonly otherCommand: TypedCommand | undefined;
}

/** `/quota`, `/imei full 3520…`: a name is a word of letters, perhaps with that of another bot. */
const COMMAND = /^\/(\p{L}[\p{L}\p{M}_-]{0,63}(?:@\w+)?)(?:\s+([\s\S]*))?$/u;

/** Where people talk to each other, this needs no answer. */
const NEEDS_NO_ANSWER = [...SMALL_TALK, ...BUTTON_WORDS] as const;
/** It asks for no check, whatever it replies to. */
const ASKS_NO_CHECK = [...SMALL_TALK, 'no'] as const;

/**
 * Decides what a message means, the same on every platform. What is said to the bot alone always
 * asks something. Where others read, a message asks something if it names a command of the bot; or
 * if it is addressed to the bot and has a number or a file, or a word for a button of the message
 * that it replies to. `test/contract/reading-contract.ts` has an example of each case.
 */
export function interpret(plain: PlainMessage, commands: CommandSet): Meaning {
  const message = readCommand(plain, commands.textCommand.name);
  return message.isShared
    ? meaningAmongOthers(message, commands)
    : meaningInPrivate(message, commands);
}

/** The message without the text command, which names the bot as a mention does. */
function readCommand(message: PlainMessage, textCommand: string): MessageWithCommand {
  const words = message.words.trim();
  const command = commandIn(words, textCommand);
  if (command?.name !== textCommand) {
    return { ...message, words, isTextCommand: false, otherCommand: command };
  }
  return {
    ...message,
    words: command.rest,
    addressedBy: 'name',
    isTextCommand: true,
    otherCommand: undefined,
  };
}

/** No other command than the text command takes a file, which counts more than a command. */
function meaningInPrivate(message: MessageWithCommand, { textCommand }: CommandSet): Meaning {
  const { otherCommand, file } = message;
  return otherCommand === undefined || file !== undefined
    ? asks(textCommand.name, withRepliedTo(message))
    : asks(otherCommand.name, { words: otherCommand.rest });
}

/** People also talk about the bot, and below its answers: “thanks!”, “sold for 300”. */
function meaningAmongOthers(message: MessageWithCommand, commands: CommandSet): Meaning {
  const { words, addressedBy, repliedTo, isTextCommand } = message;
  const textCommand = commands.textCommand.name;
  if (namesSharedButton(message)) return asks(textCommand, { words });
  const meant = meaningOfCommand(message, commands);
  if (meant !== undefined) return meant;
  if (addressedBy === undefined) return { kind: 'nothing' };
  const asked = withRepliedTo(message);
  const hasNumber = addressedBy === 'name' ? HAS_DIGIT : HAS_LONG_NUMBER;
  if (isTextCommand || asked.file !== undefined || hasNumber.test(asked.words)) {
    return asks(textCommand, asked);
  }
  if (repliedTo?.isUnreadable === true) return { kind: 'asks-about-unreadable' };
  const isGreeted = addressedBy === 'name' && !says(words, NEEDS_NO_ANSWER);
  return { kind: isGreeted ? 'only-mentions' : 'nothing' };
}

/**
 * What another command than the text command means where others read; undefined if there is none,
 * or if a file counts more. An unknown one is that of another bot, unless it names this one: then
 * the reply suggests the nearest one.
 */
function meaningOfCommand(
  { otherCommand, file, addressedBy }: MessageWithCommand,
  { all }: CommandSet,
): Meaning | undefined {
  if (otherCommand === undefined) return undefined;
  const { name, rest } = otherCommand;
  const isKnown = all.some((known) => known.name === name);
  const isForBot = addressedBy === 'name';
  if (file !== undefined && (isForBot || !isKnown)) return undefined;
  return isKnown || isForBot ? asks(name, { words: rest }) : { kind: 'nothing' };
}

function asks(command: string, { words, file }: WordsAndFile): Asks {
  return {
    kind: 'asks',
    input: commandInput(command, words, file?.reference),
    content: { text: words, files: file?.identity },
  };
}

/** The command that a text begins with; undefined if it begins with none. */
function commandIn(words: string, textCommand: string): TypedCommand | undefined {
  // Numbers are also typed without a space: `/imei3520…`, `/imei_3520…`.
  const [typed] = new RegExp(`^/${textCommand}(?![\\p{L}@])_?\\s*`, 'iu').exec(words) ?? [];
  if (typed !== undefined) return { name: textCommand, rest: words.slice(typed.length) };
  const [, name, rest = ''] = COMMAND.exec(words) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), rest };
}

/**
 * Whether a reply to the bot, where others read, is a word for one of the buttons there: the number
 * in that answer is masked, so that only its button can find it. With a file it is not.
 */
function namesSharedButton({ words, file, repliedTo }: PlainMessage): boolean {
  if (file !== undefined || repliedTo?.isOurs !== true) return false;
  return typedPress(words, repliedTo.tokens) !== undefined;
}

/**
 * A reply without a number asks about the message that it replies to: “really an iPhone 12?”, but
 * not “thanks”. A reply to the bot stands for itself, unless it asks for more of that answer, or
 * names the bot.
 */
function withRepliedTo({ words, file, addressedBy, repliedTo }: PlainMessage): WordsAndFile {
  if (repliedTo === undefined || HAS_LONG_NUMBER.test(words)) return { words, file };
  const isAboutOurs =
    says(words, ABOUT_ANSWER) || (addressedBy === 'name' && !says(words, NEEDS_NO_ANSWER));
  const isAboutIt = repliedTo.isOurs ? isAboutOurs : !says(words, ASKS_NO_CHECK);
  if (!isAboutIt) return { words, file };
  const both = [words, repliedTo.words].filter((text) => text.trim() !== '').join('\n');
  return { words: both, file: file ?? repliedTo.file };
}
