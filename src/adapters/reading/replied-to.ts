import { isSaying } from '../../words/sayings.ts';
import { typedPress } from '../../words/typed-press.ts';
import { ABOUT_ANSWER, BUTTON_WORDS, SMALL_TALK } from '../../words/understood.ts';
import {
  HAS_LONG_NUMBER,
  type PlainMessage,
  type RepliedMessage,
  type SentFile,
} from './plain-message.ts';

/** The words and the file that a command gets. */
export interface WordsAndFile {
  readonly words: string;
  readonly file?: SentFile | undefined;
}

/** These words ask for no check of the message that they reply to: “thanks”, “how much?”, “no”. */
const NO_CHECK_WORDS = [...SMALL_TALK, 'no'] as const;
/** These words, with the bot’s name, ask nothing about the bot’s answer that they reply to. */
const NOTHING_MORE_WORDS = [...SMALL_TALK, ...BUTTON_WORDS] as const;

/**
 * Returns the words and the file of a message. If it also asks about the message that it replies
 * to, these are the words of both, and its own file or else that of the other message.
 */
export function withRepliedTo(message: PlainMessage): WordsAndFile {
  const { words, file, repliedTo } = message;
  if (repliedTo === undefined || !asksAbout(repliedTo, message)) return { words, file };
  const texts = [words, repliedTo.words].filter((text) => text.trim() !== '');
  return { words: texts.join('\n'), file: file ?? repliedTo.file };
}

/**
 * Whether a message asks about the message that it replies to:
 *
 * - With a long number of its own it never does.
 * - As a reply to a person it does, “really an iPhone 12?”, unless it says “thanks” or the like.
 * - As a reply to an answer of the bot it does if it names the bot, with more than small talk or
 *   the word of a button, or if it is only a word about that answer: “full”.
 */
function asksAbout(repliedTo: RepliedMessage, message: PlainMessage): boolean {
  const { words, addressedBy } = message;
  if (HAS_LONG_NUMBER.test(words)) return false;
  if (!repliedTo.isOurs) return !isSaying(words, NO_CHECK_WORDS);
  const asksByName = addressedBy === 'name' && !isSaying(words, NOTHING_MORE_WORDS);
  return asksByName || isAboutAnswer(message);
}

/** Whether a message is only a word about the answer of the bot that it replies to: “full”. */
export function isAboutAnswer({ words, file, repliedTo }: PlainMessage): boolean {
  return file === undefined && repliedTo?.isOurs === true && isSaying(words, ABOUT_ANSWER);
}

/**
 * Whether a message replies to an answer of the bot with a word for one of that answer's buttons.
 * Where others read, the number in the answer is masked, so only the button finds it. A message
 * with a file is a new question.
 */
export function pressesRepliedButton({ words, file, repliedTo }: PlainMessage): boolean {
  if (file !== undefined || repliedTo?.isOurs !== true) return false;
  return typedPress(words, repliedTo.tokens) !== undefined;
}
