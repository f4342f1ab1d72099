import { asksBeyondModel } from '../../words/beyond-model.ts';
import { isSaying } from '../../words/sayings.ts';
import { BUTTON_WORDS } from '../../words/understood.ts';
import type { QuestionContent } from '../delivery/questions.ts';
import type { CommandSet } from '../host.ts';
import { type CommandInput, commandInput, savedInput } from './command-input.ts';
import { HAS_DIGIT, HAS_LONG_NUMBER, type PlainMessage } from './plain-message.ts';
import {
  isAboutAnswer,
  pressesRepliedButton,
  type WordsAndFile,
  withRepliedTo,
} from './replied-to.ts';
import { type MessageWithCommand, readCommand } from './typed-command.ts';

/** What a message means: see {@link interpret}. */
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

/**
 * Decides what a message means, the same on every platform. In a private chat a message always asks
 * something; where others read, the rules below decide. `test/contract/reading-contract.ts` tries
 * each case on each platform.
 *
 * The way of a message, from what a platform read to the input of its request:
 *
 *     plain-message    its words and file, whom it addresses, and what it replies to
 *     typed-command    the command that its words begin with
 *     meaning          whether it asks something, and what
 *     replied-to       whether it asks that about the message that it replies to
 *     command-input    the command that answers, with its options
 *     message-input    of a new message that command, or a greeting (`greetings`: one an hour);
 *                      of an edit only a command for other numbers or files
 *     private-command  the command to repeat in the private chat, if the answer may not be shown
 *                      among others
 */
export function interpret(plain: PlainMessage, commands: CommandSet): Meaning {
  const message = readCommand(plain, commands);
  return message.isShared ? meaningAmongOthers(message) : meaningInPrivate(message);
}

/** A file counts more than another command in its caption: only the text command takes files. */
function meaningInPrivate(message: MessageWithCommand): Meaning {
  return message.otherCommand === undefined || message.file !== undefined
    ? asksWithRepliedTo(message)
    : asksOtherCommand(message);
}

function meaningAmongOthers(message: MessageWithCommand): Meaning {
  const rule = SHARED_RULES.find(({ when }) => when(message));
  return rule?.meaning(message) ?? meansNothing();
}

interface MeaningRule {
  readonly when: (message: MessageWithCommand) => boolean;
  readonly meaning: (message: MessageWithCommand) => Meaning;
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
    meaning: asksItsWords,
    example: 'full (as a reply to an answer with that button)',
  },
  { when: isCommandForBot, meaning: asksOtherCommand, example: '/quota, @imei /qota' },
  { when: isCommandOfOtherBot, meaning: meansNothing, example: '/mute 30m' },
  {
    when: ({ addressedBy }) => addressedBy === undefined,
    meaning: meansNothing,
    example: 'I have 352099001761481',
  },
  {
    when: hasSomethingToCheck,
    meaning: asksWithRepliedTo,
    example: '@imei 352099001761481, @imei (as a reply to a photo)',
  },
  {
    when: (message) => isNamed(message) && isUnderstood(message),
    meaning: asksItsWords,
    example: '@imei is it stolen?, @imei how much?',
  },
  {
    when: ({ repliedTo }) => repliedTo?.isUnreadable === true,
    meaning: () => ({ kind: 'asks-about-unreadable' }),
    example: '@imei (as a reply to a message that Discord does not show)',
  },
  {
    when: (message) => isNamed(message) && !needsNoAnswer(message),
    meaning: () => ({ kind: 'only-mentions' }),
    example: '@imei what do you do?, @imei hello',
  },
  {
    when: () => true,
    meaning: meansNothing,
    example: '@imei thanks!, “sold for 300” below an answer',
  },
];

// Conditions

function isNamed({ addressedBy }: MessageWithCommand): boolean {
  return addressedBy === 'name';
}

/**
 * Whether it is a command of this bot, or an unknown one that names this bot: then the reply
 * suggests the nearest one. A file counts more than a command, unless only the command shows that
 * the message is for the bot.
 */
function isCommandForBot(message: MessageWithCommand): boolean {
  const { otherCommand, file } = message;
  if (otherCommand === undefined) return false;
  const { isKnown } = otherCommand;
  return file === undefined ? isKnown || isNamed(message) : isKnown && !isNamed(message);
}

/** An unknown command that does not name this bot is for another one. */
function isCommandOfOtherBot(message: MessageWithCommand): boolean {
  const { otherCommand, file } = message;
  if (otherCommand === undefined || file !== undefined || isNamed(message)) return false;
  return !otherCommand.isKnown;
}

/** A short number may be a price or a year, so it counts only behind the name of the bot. */
function hasSomethingToCheck(message: MessageWithCommand): boolean {
  const { words, file } = withRepliedTo(message);
  const number = isNamed(message) ? HAS_DIGIT : HAS_LONG_NUMBER;
  return message.isTextCommand || file !== undefined || number.test(words);
}

/** Whether the bot can answer words without a number with more than its greeting. */
function isUnderstood({ words }: MessageWithCommand): boolean {
  return asksBeyondModel(words) || isSaying(words, ['help', 'price']);
}

/** Whether the words need no answer where others read: “thanks”, “stop”. */
function needsNoAnswer({ words }: MessageWithCommand): boolean {
  return isSaying(words, ['thanks', 'status', ...BUTTON_WORDS]);
}

// Meanings

/** Asks the text command about the words of a message alone. */
function asksItsWords({ words, commands }: MessageWithCommand): Asks {
  return asksCommand(commands.textCommand.name, { words });
}

/**
 * Asks the text command about a message and what it replies to. A word about an answer of the bot
 * reads only saved answers. What that answer lacks, its buttons offer with the cost and the risk.
 */
function asksWithRepliedTo(message: MessageWithCommand): Asks {
  const { textCommand } = message.commands;
  const { words, file } = withRepliedTo(message);
  const asked = asksCommand(textCommand.name, { words, file });
  if (!isAboutAnswer(message)) return asked;
  const hasMoreToRead = words !== message.words || file !== undefined;
  if (!hasMoreToRead && pressesRepliedButton(message)) return asked;
  return { ...asked, input: savedInput(textCommand, words, file?.reference) };
}

function asksOtherCommand({ otherCommand }: MessageWithCommand): Meaning {
  if (otherCommand === undefined) return meansNothing();
  return asksCommand(otherCommand.name, { words: otherCommand.rest });
}

function asksCommand(command: string, { words, file }: WordsAndFile): Asks {
  return {
    kind: 'asks',
    input: commandInput(command, words, file?.reference),
    content: { text: words, fileIdentity: file?.identity },
  };
}

function meansNothing(): Meaning {
  return { kind: 'nothing' };
}
