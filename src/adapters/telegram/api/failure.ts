import { GrammyError, HttpError } from 'grammy';
import { errorCode } from '../../../core/error-code.ts';
import type { Log } from '../../../ops/log/log.ts';

/** The reason why a call failed, by what the bot can do about it. */
export type TelegramFailureCode =
  | 'bot-token-refused'
  /** Another process takes the updates, or a webhook does. */
  | 'conflict'
  /** The chat, or its topic, may not be written to. */
  | 'forbidden'
  /** The message to edit does not exist any more, or cannot be edited. */
  | 'message-gone'
  /** The group has become a supergroup, which has another id and none of its messages. */
  | 'moved'
  | 'not-modified'
  /** The call was not made, since another process may answer by now. */
  | 'slept'
  /** Telegram does not take the call, for a reason that has no code here. */
  | 'rejected'
  | 'too-large'
  /** No answer, too many calls, or a failure of Telegram itself. */
  | 'try-later';

/**
 * A failed call. The library's error is left out: it contains the whole message and the URL
 * with the token.
 */
export class TelegramFailure extends Error {
  override readonly name = 'TelegramFailure';
  readonly code: TelegramFailureCode;
  /** The id of the chat that replaced this one; undefined unless the code is `moved`. */
  readonly newChat: number | undefined;

  constructor(code: TelegramFailureCode, message: string, newChat?: number) {
    super(message);
    this.code = code;
    this.newChat = newChat;
  }
}

/** Telegram's status and text for errors that need special treatment. */
const FAILURES: readonly (readonly [RegExp, TelegramFailureCode])[] = [
  // “404 Not Found” is a malformed token. An unknown method is "Not Found: method not found".
  [/^401|^404 Not Found$/, 'bot-token-refused'],
  [/^403|rights to send|WRITE_FORBIDDEN|USER_IS_BLOCKED/i, 'forbidden'],
  // “Upgraded to a supergroup” without `migrate_to_chat_id` does not say to which one.
  [/chat not found|PEER_ID_INVALID|upgraded to a supergroup/i, 'forbidden'],
  [/TOPIC_CLOSED|TOPIC_DELETED|thread not found/i, 'forbidden'],
  [/^409/, 'conflict'],
  [/^429|^5/, 'try-later'],
  [/^413/, 'too-large'],
  // Bot API, getFile: "The maximum file size to download is 20 MB".
  [/file is too big/i, 'too-large'],
  [/message is not modified/i, 'not-modified'],
  [/message to edit not found|message can't be edited/i, 'message-gone'],
  [/MESSAGE_ID_INVALID/i, 'message-gone'],
];

/** Whether this is the error of a failed call. Any other error is a bug. */
export function isCallFailure(error: unknown): boolean {
  return (
    error instanceof TelegramFailure || error instanceof GrammyError || error instanceof HttpError
  );
}

/**
 * Classifies the error of a call.
 * @throws the error itself if it is a bug
 */
export function toTelegramFailure(error: unknown): TelegramFailure {
  if (error instanceof TelegramFailure) return error;
  if (error instanceof HttpError) {
    const why = errorCode(error.error) ?? 'broken off or unreadable';
    return new TelegramFailure('try-later', `Telegram gave no answer (${why})`);
  }
  if (!(error instanceof GrammyError)) throw error;
  const description = `${error.error_code} ${error.description}`;
  const message = `Telegram answered ${error.method} with ${description}`;
  const newChat = error.parameters.migrate_to_chat_id;
  if (newChat !== undefined) return new TelegramFailure('moved', message, newChat);
  const code = FAILURES.find(([pattern]) => pattern.test(description))?.[1] ?? 'rejected';
  return new TelegramFailure(code, message);
}

interface FailedCallLine {
  readonly level: 'debug' | 'warn';
  readonly message: string;
}

/** Logs the failure of a call that nothing depends on. A bug is logged with its stack. */
export function logFailedCall(log: Log, error: unknown, { level, message }: FailedCallLine): void {
  if (isCallFailure(error)) log[level]({ reason: toTelegramFailure(error).message }, message);
  else log.error({ err: error }, message);
}
