import type { FileReference } from '../../core/options.ts';

/** What a person wrote or sent, in a form that all platforms share. */
export interface PlainMessage {
  /** The text without the bot's name, the `@bot` of `/imei@bot`, and the platform's markup. */
  readonly words: string;
  readonly file: SentFile | undefined;
  /** Others read it too, so that not all that is said there is for the bot. */
  readonly isShared: boolean;
  /**
   * What makes it a message to the bot: the bot's name, or that it replies to a message of the bot.
   * The name counts if it has both. Undefined also in a private chat, where every message is for
   * the bot.
   */
  readonly addressedBy: 'name' | 'reply' | undefined;
  /** The message that it replies to. */
  readonly repliedTo: RepliedMessage | undefined;
}

/** The files of a message. */
export interface SentFile {
  /** The first one, with the others. */
  readonly reference: FileReference;
  /** Stays the same when the platform gives the same files new URLs or ids. */
  readonly identity: string;
}

/** A message that somebody replies to. */
export interface RepliedMessage {
  /** The bot wrote it. */
  readonly isOurs: boolean;
  /** The platform does not show the bot what it contains. */
  readonly isUnreadable: boolean;
  /** Its text; of a message of the bot its {@link copiedNumbers}. */
  readonly words: string;
  readonly file: SentFile | undefined;
  /**
   * The tokens of the buttons below it. Empty unless `isOurs`: any other bot can copy a token.
   */
  readonly tokens: readonly string[];
}

/** A digit of any script: without one there is no IMEI. */
export const HAS_DIGIT = /\p{Nd}/u;
/** A number that a message may ask about. Fewer digits are a price, a year or a model. */
export const HAS_LONG_NUMBER = /(?:\p{Nd}[\s\-./]?){8}/u;

/**
 * The numbers among what can be copied from a message of the bot, a line each. Somebody who replies
 * to that message asks about them, but never about a number of an example:
 *
 *     352099001761481, 356938035643809, /imei 490154203237518 → the lines 3520… and 3569…
 */
export function copiedNumbers(copied: readonly string[]): string {
  // An example of a command can be copied too.
  return copied.filter((text) => HAS_LONG_NUMBER.test(text) && !text.startsWith('/')).join('\n');
}
