import { GrammyError, HttpError } from 'grammy';
import { codeOf } from '../../core/errors.ts';

/** What went wrong with a call, by what can be done about it. */
export type FaultKind =
  /** Too many calls (429). */
  | 'flood'
  /** The chat may not be written to: blocked, kicked, no such chat, never met. */
  | 'unreachable'
  /** An edit that would change nothing. */
  | 'not-modified'
  /** The message to edit no longer exists. */
  | 'gone'
  /** The group has become a supergroup with another id. */
  | 'migrated'
  /** Telegram could not parse the HTML. */
  | 'entities'
  /** The topic was closed or deleted. */
  | 'no-topic'
  /** The token is refused: 401, or 404 if it is malformed. */
  | 'unauthorized'
  /** No answer, or a failure of Telegram itself: it may work later. */
  | 'for-now'
  /** Any other refusal. */
  | 'refused';

/** A failed call. Without the library's error, which contains the whole message and the address with the token. */
export class TelegramFault extends Error {
  override readonly name = 'TelegramFault';
  readonly kind: FaultKind;
  /** With `migrated`: the new id of the group. */
  readonly migratedTo: number | undefined;

  constructor(message: string, kind: FaultKind, migratedTo?: number) {
    super(message);
    this.kind = kind;
    this.migratedTo = migratedTo;
  }
}

/** Telegram's texts for refusals that need special treatment. */
const REFUSALS: readonly (readonly [RegExp, FaultKind])[] = [
  [/message is not modified/i, 'not-modified'],
  [/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i, 'gone'],
  [/can't parse entities/i, 'entities'],
  [/thread not found|TOPIC_(CLOSED|DELETED)/i, 'no-topic'],
  // The whole answer to a malformed token; an unknown method is "Not Found: method not found".
  [/^Not Found$/, 'unauthorized'],
  [/chat not found|PEER_ID_INVALID|rights to send|WRITE_FORBIDDEN|USER_IS_BLOCKED/i, 'unreachable'],
];

const STATUSES: ReadonlyMap<number, FaultKind> = new Map([
  [401, 'unauthorized'],
  [403, 'unreachable'],
  [429, 'flood'],
]);

/** Classifies what a call of the library threw. */
export function faultOf(error: unknown): TelegramFault {
  if (error instanceof TelegramFault) return error;
  if (!(error instanceof GrammyError)) {
    const why = codeOf(error instanceof HttpError ? error.error : error) ?? 'broken off or unreadable';
    return new TelegramFault(`Telegram gave no answer (${why})`, 'for-now');
  }
  const { error_code: status, description, parameters, method } = error;
  const message = `Telegram answered ${method} with ${status}: ${description}`;
  const { migrate_to_chat_id: migratedTo } = parameters;
  if (migratedTo !== undefined) return new TelegramFault(message, 'migrated', migratedTo);
  if (status >= 500) return new TelegramFault(message, 'for-now');
  const worded = REFUSALS.find(([pattern]) => pattern.test(description))?.[1];
  return new TelegramFault(message, STATUSES.get(status) ?? worded ?? 'refused');
}
