import { RESTJSONErrorCodes as Code, DiscordAPIError, HTTPError } from 'discord.js';
import { isNoAnswer, whyUnreachable } from '../../../core/network/no-answer.ts';

/**
 * The reason why a call failed, by what the bot can do about it. `rejected`: Discord does not take
 * the call, for a reason that has no code here. `unreachable`: Discord did not answer, or could
 * not; trying again may help. `slept`: the call was not made, since this process was frozen, and
 * another one may have answered.
 */
export type DiscordFailureCode =
  | 'already-acknowledged'
  | 'bot-token-refused'
  | 'direct-messages-closed'
  | 'forbidden'
  | 'interaction-expired'
  | 'message-gone'
  | 'slept'
  | 'rejected'
  | 'too-large'
  | 'unknown-interaction'
  | 'unreachable';

/** The failures by Discord's code, or by the status if there is none. */
const FAILURES: ReadonlyMap<number | string, DiscordFailureCode> = new Map<
  number,
  DiscordFailureCode
>([
  [Code.UnknownMessage, 'message-gone'],
  // No direct message can reach this person. `UnknownUser` is a deleted account.
  [Code.UnknownUser, 'direct-messages-closed'],
  [Code.CannotSendMessagesToThisUser, 'direct-messages-closed'],
  [Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, 'direct-messages-closed'],
  // An answer to an interaction is written by the interaction's own token, as to a webhook.
  [Code.UnknownWebhook, 'interaction-expired'],
  [Code.InvalidWebhookToken, 'interaction-expired'],
  [Code.UnknownInteraction, 'unknown-interaction'],
  [Code.InteractionHasAlreadyBeenAcknowledged, 'already-acknowledged'],
  // The bot cannot write there. Without "Embed Links" Discord removes the embed, so the message is
  // empty.
  [Code.UnknownChannel, 'forbidden'],
  [Code.CannotSendAnEmptyMessage, 'forbidden'],
  [Code.CannotReplyWithoutPermissionToReadMessageHistory, 'forbidden'],
  [Code.InvalidActionOnArchivedThread, 'forbidden'],
  [Code.ThreadLocked, 'forbidden'],
  [Code.MessageWasBlockedByAutomaticModeration, 'forbidden'],
  [Code.RequestEntityTooLarge, 'too-large'],
  [401, 'bot-token-refused'],
  [403, 'forbidden'],
  [413, 'too-large'],
]);

/**
 * A failed call to Discord. The library's errors contain the URL, which has an interaction's
 * token, and the body, which has IMEIs. This one contains neither, so it may be logged.
 */
export class DiscordFailure extends Error {
  override readonly name = 'DiscordFailure';
  readonly code: DiscordFailureCode;

  constructor(code: DiscordFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether this is the error of a failed call. Any other error is a bug. */
export function isCallFailure(error: unknown): boolean {
  return (
    error instanceof DiscordFailure ||
    error instanceof DiscordAPIError ||
    error instanceof HTTPError ||
    hasNoAnswer(error)
  );
}

/**
 * Classifies the error of a call. The message is what Discord says about fields of the body, or
 * what Node.js says about a connection. It names at most a host, so it can be logged.
 * @throws the error itself if it is a bug
 */
export function toDiscordFailure(error: unknown): DiscordFailure {
  if (error instanceof DiscordFailure) return error;
  if (hasNoAnswer(error)) return new DiscordFailure('unreachable', whyUnreachable(error));
  // The library throws this error only for a status from 500 on, which Discord has no code for.
  if (error instanceof HTTPError) {
    return new DiscordFailure('unreachable', `Discord said ${error.status}`);
  }
  if (!(error instanceof DiscordAPIError)) throw error;
  const code = FAILURES.get(error.code) ?? FAILURES.get(error.status) ?? 'rejected';
  return new DiscordFailure(code, `Discord said ${error.status}, ${error.message}`);
}

function hasNoAnswer(error: unknown): boolean {
  // A `SyntaxError`: the answer is not JSON.
  return isNoAnswer(error) || error instanceof SyntaxError;
}

/** Whether a call failed for this reason. */
export function isFailure(error: unknown, code: DiscordFailureCode): boolean {
  return error instanceof DiscordFailure && error.code === code;
}
