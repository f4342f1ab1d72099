import type { RequestEvent } from '../../core/adapter/request-event.ts';
import type { FileReference } from '../../core/command/command-options.ts';

/** A message of a person in a form that all platforms share. */
export interface PlainMessage {
  /** The text without the bot's name, the `@bot` of `/imei@bot`, and the platform's markup. */
  readonly words: string;
  readonly file: SentFile | undefined;
  /** Whether others read the message too: then perhaps it is not for the bot. */
  readonly isShared: boolean;
  /**
   * The way in which the message is addressed to the bot: by the bot's name, or as a reply to a
   * message of the bot. The name counts if there are both. In a private chat it may be undefined:
   * every message there is for the bot.
   */
  readonly addressedBy: 'name' | 'reply' | undefined;
  readonly repliedTo: RepliedMessage | undefined;
}

/** A file of a message, with the other files of that message. */
export interface SentFile {
  /** Its `others` are the other files. */
  readonly reference: FileReference;
  /** Stays the same when the platform gives the same files new URLs or ids. */
  readonly identity: string;
}

/** A message that somebody replies to. */
export interface RepliedMessage {
  /** Whether the bot wrote the message. */
  readonly isOurs: boolean;
  /** Whether the platform hides the content of the message from the bot. */
  readonly isUnreadable: boolean;
  /** The text of the message; for one of the bot only its {@link copiedNumbers}. */
  readonly words: string;
  readonly file: SentFile | undefined;
  /**
   * The tokens of the buttons below the message. Empty unless `isOurs`, since another bot can copy
   * them.
   */
  readonly tokens: readonly string[];
}

/** The parts of a request that say what its message replies to, and whether it names the bot. */
export function addressingOf({
  addressedBy,
  repliedTo,
}: PlainMessage): Pick<RequestEvent, 'repliedButtons' | 'isNamed'> {
  return { repliedButtons: repliedTo?.tokens, isNamed: addressedBy === 'name' };
}

/** A digit of any script: without one there is no IMEI. */
export const HAS_DIGIT = /\p{Nd}/u;
/** A number that a message may ask about. Fewer digits are a price, a year or a model. */
export const HAS_LONG_NUMBER = /(?:\p{Nd}[\s\-./]?){8}/u;

/**
 * The numbers among the texts that people can copy from a message of the bot, one a line. A reply
 * to that message asks about these numbers:
 *
 *     352099001761481, 356938035643809, /imei full 35… → the lines 3520… and 3569…
 */
export function copiedNumbers(copied: readonly string[]): string {
  return copied.filter((text) => HAS_LONG_NUMBER.test(text)).join('\n');
}
