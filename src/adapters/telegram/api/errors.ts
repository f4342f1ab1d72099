import { GrammyError, HttpError } from 'grammy';
import { errorCode } from '../../../core/errors.ts';

/** Why a call failed, by what the bot can do about it. */
export type TelegramFailureKind =
  /** The chat, or its topic, may not be written to. */
  | 'unreachable'
  /** The group has become a supergroup, which has another id and none of its messages. */
  | 'moved'
  | 'not-modified'
  /** The message to edit no longer exists. */
  | 'gone'
  | 'unauthorized'
  /** Another process takes the updates, or a webhook does. */
  | 'conflict'
  /** No answer, too many calls, or a failure of Telegram itself. */
  | 'for-now'
  | 'too-large'
  | 'refused';

/**
 * A failed call. The library's error is left out: it contains the whole message and the URL
 * with the token.
 */
export class TelegramFailure extends Error {
  override readonly name = 'TelegramFailure';
  readonly kind: TelegramFailureKind;
  /** The id of the chat that replaced this one; undefined unless the kind is `moved`. */
  readonly newChat: number | undefined;

  constructor(message: string, kind: TelegramFailureKind, newChat?: number) {
    super(message);
    this.kind = kind;
    this.newChat = newChat;
  }
}

/** Telegram's status and text for errors that need special treatment. */
const REFUSALS: readonly (readonly [RegExp, TelegramFailureKind])[] = [
  // The whole answer to a malformed token; an unknown method is "Not Found: method not found".
  [/^401|^404 Not Found$/, 'unauthorized'],
  [/^403|rights to send|WRITE_FORBIDDEN|USER_IS_BLOCKED/i, 'unreachable'],
  [/chat not found|PEER_ID_INVALID|upgraded to a supergroup/i, 'unreachable'],
  [/TOPIC_CLOSED|TOPIC_DELETED|thread not found/i, 'unreachable'],
  [/^409/, 'conflict'],
  [/^429|^5/, 'for-now'],
  [/^413/, 'too-large'],
  [/message is not modified/i, 'not-modified'],
  [/message to edit not found|message can't be edited/i, 'gone'],
  [/MESSAGE_ID_INVALID/i, 'gone'],
];

/** Classifies what a call of the library threw. */
export function toTelegramFailure(error: unknown): TelegramFailure {
  if (error instanceof TelegramFailure) return error;
  if (!(error instanceof GrammyError)) {
    const why =
      errorCode(error instanceof HttpError ? error.error : error) ?? 'broken off or unreadable';
    return new TelegramFailure(`Telegram gave no answer (${why})`, 'for-now');
  }
  const description = `${error.error_code} ${error.description}`;
  const newChat = error.parameters.migrate_to_chat_id;
  if (newChat !== undefined)
    return new TelegramFailure(
      `Telegram answered ${error.method} with ${description}`,
      'moved',
      newChat,
    );
  const kind = REFUSALS.find(([pattern]) => pattern.test(description))?.[1] ?? 'refused';
  return new TelegramFailure(`Telegram answered ${error.method} with ${description}`, kind);
}
