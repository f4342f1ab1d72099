import { asksBeyondModel, asksBeyondModelWithImei } from '../../words/beyond-model.ts';
import { isSaying } from '../../words/sayings.ts';
import { typedPress } from '../../words/typed-press.ts';
import { ABOUT_ANSWER, BUTTON_WORDS, SMALL_TALK } from '../../words/understood.ts';
import type { QuestionContent } from '../delivery/questions.ts';
import type { CommandSet } from '../host.ts';
import { type CommandInput, commandInput, savedInput } from './command-input.ts';
import { HAS_DIGIT, HAS_LONG_NUMBER, type PlainMessage, type SentFile } from './plain-message.ts';

export type Meaning =
  | Asks
  /** The person asks about a message that the platform does not show the bot. */
  | { readonly kind: 'asks-about-unreadable' }
  /** The person mentions the bot where others read, and asks nothing. */
  | { readonly kind: 'only-mentions' }
  /** The message is not for the bot, or needs no answer. */
  | { readonly kind: 'nothing' };

interface Asks {
  readonly kind: 'asks';
  readonly input: CommandInput;
  /** An edit of the message needs a new answer only if this changes. */
  readonly content: QuestionContent;
}

/** The words and the file that a command gets. */
interface WordsAndFile {
  readonly words: string;
  readonly file?: SentFile | undefined;
}

interface TypedCommand {
  readonly name: string;
  /** The text behind the name. */
  readonly rest: string;
}

/** A message with the command that it begins with. */
interface MessageWithCommand extends PlainMessage {
  /** The message begins with the text command. Then `words` has only what is behind the command. */
  readonly isTextCommand: boolean;
  /** The other command that the message begins with; undefined if there is none. */
  readonly otherCommand: TypedCommand | undefined;
}

/** `/quota`, `/imei full 3520…`, `/check@otherbot 3520…` */
const COMMAND = /^\/(\p{L}[\p{L}\p{M}_-]{0,63}(?:@\w+)?)(?:\s+([\s\S]*))?$/u;

/** Words that need no answer where others read: “thanks”, “stop”. */
const NEEDS_NO_ANSWER = ['thanks', 'status', ...BUTTON_WORDS] as const;
/** These words ask for no check of the message that they reply to: “thanks”, “how much?”, “no”. */
const ASKS_NO_CHECK = [...SMALL_TALK, 'no'] as const;
/** These words, with the name of the bot, ask nothing about its answer that they reply to. */
const ASKS_NOTHING_MORE = [...SMALL_TALK, ...BUTTON_WORDS] as const;
/**
 * Typed as an unknown command (`/thanks`), these words mean what they mean alone. “Yes” is not one
 * of them, since it may cost something.
 */
const MEANT_AS_WORDS = [...SMALL_TALK, 'no', 'rest', ...ABOUT_ANSWER] as const;

/**
 * Decides what a message means, the same on every platform. In a private chat a message always asks
 * something; where others read, the rules below decide. `test/contract/reading-contract.ts` tries
 * each case on each platform.
 */
export function interpret(plain: PlainMessage, commands: CommandSet): Meaning {
  const message = readCommand(plain, commands);
  return message.isShared
    ? meaningAmongOthers(message, commands)
    : meaningInPrivate(message, commands);
}

/** Takes the text command off the words. That command names the bot, as a mention does. */
function readCommand(message: PlainMessage, commands: CommandSet): MessageWithCommand {
  const textCommand = commands.textCommand.name;
  const words = message.words.trim();
  const command = commandIn(words, textCommand);
  if (command?.name !== textCommand) {
    const isUnknown = command !== undefined && !isKnownCommand(command, commands);
    return isUnknown && meansItsWords({ ...message, words: words.slice(1) })
      ? { ...message, words: words.slice(1), isTextCommand: false, otherCommand: undefined }
      : { ...message, words, isTextCommand: false, otherCommand: command };
  }
  return {
    ...message,
    words: command.rest,
    addressedBy: 'name',
    isTextCommand: true,
    otherCommand: undefined,
  };
}

/**
 * Whether the words behind the slash of an unknown command mean what they mean alone: `/stop`,
 * `/cancel please`, `/stolen 3520…`. A question like the last one may be for another bot.
 */
function meansItsWords({ words, isShared, addressedBy }: PlainMessage): boolean {
  if (isSaying(words, MEANT_AS_WORDS)) return true;
  return (!isShared || addressedBy === 'name') && asksBeyondModelWithImei(words);
}

/** A file counts more than another command in its caption: only the text command takes files. */
function meaningInPrivate(message: MessageWithCommand, commands: CommandSet): Meaning {
  return message.otherCommand === undefined || message.file !== undefined
    ? asksWithRepliedTo(message, commands)
    : asksOtherCommand(message);
}

/** A message where others read, with the commands that it may name. */
interface SharedMessage extends MessageWithCommand {
  readonly commands: CommandSet;
}

interface MeaningRule {
  readonly when: (message: SharedMessage) => boolean;
  readonly meaning: (message: SharedMessage) => Meaning;
  /** Messages to which the rule applies. */
  readonly example: string;
}

/**
 * Rules for the meaning of a message where others read. The first one that applies decides. People
 * also talk about the bot, and below its answers, so most messages there mean nothing.
 */
const SHARED_RULES: readonly MeaningRule[] = [
  {
    when: pressesRepliedButton,
    meaning: ({ words, commands }) => asksCommand(commands.textCommand.name, { words }),
    example: 'full (as a reply to an answer with that button)',
  },
  {
    when: isCommandForBot,
    meaning: asksOtherCommand,
    example: '/quota, @imei /qota',
  },
  { when: isCommandOfOtherBot, meaning: meansNothing, example: '/mute 30m' },
  {
    when: ({ addressedBy }) => addressedBy === undefined,
    meaning: meansNothing,
    example: 'I have 352099001761481',
  },
  {
    when: hasSomethingToCheck,
    meaning: (message) => asksWithRepliedTo(message, message.commands),
    example: '@imei 352099001761481, @imei (as a reply to a photo)',
  },
  {
    when: ({ words, addressedBy }) => addressedBy === 'name' && isUnderstood(words),
    meaning: ({ words, commands }) => asksCommand(commands.textCommand.name, { words }),
    example: '@imei is it stolen?, @imei how much?',
  },
  {
    when: ({ repliedTo }) => repliedTo?.isUnreadable === true,
    meaning: () => ({ kind: 'asks-about-unreadable' }),
    example: '@imei (as a reply to a message that Discord does not show)',
  },
  {
    when: ({ words, addressedBy }) => addressedBy === 'name' && !isSaying(words, NEEDS_NO_ANSWER),
    meaning: () => ({ kind: 'only-mentions' }),
    example: '@imei what do you do?, @imei hello',
  },
  {
    when: () => true,
    meaning: meansNothing,
    example: '@imei thanks!, “sold for 300” below an answer',
  },
];

function meaningAmongOthers(message: MessageWithCommand, commands: CommandSet): Meaning {
  const shared: SharedMessage = { ...message, commands };
  const rule = SHARED_RULES.find(({ when }) => when(shared));
  return rule?.meaning(shared) ?? meansNothing();
}

function asksOtherCommand({ otherCommand }: MessageWithCommand): Meaning {
  if (otherCommand === undefined) return meansNothing();
  return asksCommand(otherCommand.name, { words: otherCommand.rest });
}

function meansNothing(): Meaning {
  return { kind: 'nothing' };
}

/**
 * Whether it is a command of this bot, or an unknown one that names this bot: then the reply
 * suggests the nearest one. A file counts more than a command, unless only the command shows that
 * the message is for the bot.
 */
function isCommandForBot({ otherCommand, file, addressedBy, commands }: SharedMessage): boolean {
  if (otherCommand === undefined) return false;
  const isKnown = isKnownCommand(otherCommand, commands);
  const isNamed = addressedBy === 'name';
  return file === undefined ? isKnown || isNamed : isKnown && !isNamed;
}

/** An unknown command that does not name this bot is for another one. */
function isCommandOfOtherBot(message: SharedMessage): boolean {
  const { otherCommand, file, addressedBy, commands } = message;
  if (otherCommand === undefined || file !== undefined || addressedBy === 'name') return false;
  return !isKnownCommand(otherCommand, commands);
}

function isKnownCommand({ name }: TypedCommand, { all }: CommandSet): boolean {
  return all.some((known) => known.name === name);
}

/** A short number may be a price or a year, so it counts only behind the name of the bot. */
function hasSomethingToCheck(message: SharedMessage): boolean {
  const { words, file } = withRepliedTo(message);
  const number = message.addressedBy === 'name' ? HAS_DIGIT : HAS_LONG_NUMBER;
  return message.isTextCommand || file !== undefined || number.test(words);
}

/** Whether the bot can answer words without a number with more than its greeting. */
function isUnderstood(words: string): boolean {
  return asksBeyondModel(words) || isSaying(words, ['help', 'price']);
}

/**
 * Asks the text command about a message and what it replies to. A word about an answer of the bot
 * reads only saved answers. What that answer lacks, its buttons offer with the cost and the risk.
 */
function asksWithRepliedTo(message: MessageWithCommand, { textCommand }: CommandSet): Asks {
  const { words, file } = withRepliedTo(message);
  const asked = asksCommand(textCommand.name, { words, file });
  if (!isAboutAnswer(message)) return asked;
  const hasMoreToRead = words !== message.words || file !== undefined;
  if (!hasMoreToRead && pressesRepliedButton(message)) return asked;
  return { ...asked, input: savedInput(textCommand, words, file?.reference) };
}

function asksCommand(command: string, { words, file }: WordsAndFile): Asks {
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
 * Whether a message replies to an answer of the bot with a word for one of that answer's buttons.
 * The number in the answer is masked, so only the button finds the number. A message with a file
 * is a new question.
 */
function pressesRepliedButton({ words, file, repliedTo }: PlainMessage): boolean {
  if (file !== undefined || repliedTo?.isOurs !== true) return false;
  return typedPress(words, repliedTo.tokens) !== undefined;
}

/** Whether a message is only a word about the answer of the bot that it replies to: “full”. */
function isAboutAnswer({ words, file, repliedTo }: PlainMessage): boolean {
  return file === undefined && repliedTo?.isOurs === true && isSaying(words, ABOUT_ANSWER);
}

/**
 * Returns the words and the file of a message. A reply may ask about the message that it replies
 * to. Then these are the words of both, and the file of either:
 *
 * - A reply with a number of its own never does.
 * - A reply to a person does, “really an iPhone 12?”, unless it says “thanks” or the like.
 * - A reply to an answer of the bot does if it names the bot, or asks for more: “full”.
 */
function withRepliedTo(message: PlainMessage): WordsAndFile {
  const { words, file, addressedBy, repliedTo } = message;
  if (repliedTo === undefined || HAS_LONG_NUMBER.test(words)) return { words, file };
  const asksMore = addressedBy === 'name' && !isSaying(words, ASKS_NOTHING_MORE);
  const isAboutOurs = isAboutAnswer(message) || asksMore;
  const isAboutIt = repliedTo.isOurs ? isAboutOurs : !isSaying(words, ASKS_NO_CHECK);
  if (!isAboutIt) return { words, file };
  const both = [words, repliedTo.words].filter((text) => text.trim() !== '').join('\n');
  return { words: both, file: file ?? repliedTo.file };
}
