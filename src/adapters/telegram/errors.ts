import { codeOf } from '../../core/errors.ts';
import { GrammyError, HttpError } from './sdk.ts';

/** What went wrong with a call, by what can be done about it. */
export type FaultKind =
  /** Too many calls: wait as long as Telegram asks (429). */
  | 'flood'
  /** The chat may not be written to: blocked, kicked, no such chat, never met (403). */
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
  /** The token is refused (401, or 404 if it is malformed). */
  | 'unauthorized'
  /** The server is of a version without this method (404). */
  | 'no-method'
  /** Another process fetches this bot's updates (409). */
  | 'conflict'
  /** Telegram's own failure (5xx, in Telegram's words). */
  | 'server'
  /** Any other refusal. */
  | 'refused'
  /** The request was certainly not sent. */
  | 'not-sent'
  /** No readable answer came; the call may have been carried out all the same. */
  | 'lost';

/**
 * A failed call. The library's error is not kept as the cause, since it contains the address with the token and the whole
 * message.
 */
export class TelegramFault extends Error {
  override readonly name = 'TelegramFault';
  readonly kind: FaultKind;
  /** With `flood`: how long Telegram asks to wait. */
  readonly retryAfterMs: number;
  /** With `migrated`: the new id of the group. */
  readonly migratedTo: number | undefined;

  constructor(
    message: string,
    fault: { readonly kind: FaultKind; readonly retryAfterMs?: number; readonly migratedTo?: number },
  ) {
    super(message);
    this.kind = fault.kind;
    this.retryAfterMs = fault.retryAfterMs ?? 0;
    this.migratedTo = fault.migratedTo;
  }
}

/** Classifies whatever a call of the library threw. */
export function faultOf(error: unknown): TelegramFault {
  if (error instanceof TelegramFault) return error;
  if (error instanceof GrammyError) return answeredFault(error);
  const cause = error instanceof HttpError ? error.error : error;
  if (cause instanceof TelegramFault) return cause;
  const said = codeOf(cause) ?? 'broken off or unreadable';
  return new TelegramFault(`Telegram gave no answer (${said})`, { kind: 'lost' });
}

/** Telegram's texts for refusals that need special treatment. */
const REFUSALS: readonly (readonly [RegExp, FaultKind])[] = [
  [/message is not modified/i, 'not-modified'],
  [/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i, 'gone'],
  [/can't parse entities/i, 'entities'],
  [/thread not found|TOPIC_(CLOSED|DELETED)/i, 'no-topic'],
  // The whole answer to a malformed token; an unknown method is "Not Found: method not found".
  [/^Not Found$/, 'unauthorized'],
  [/method not found/i, 'no-method'],
  [/chat not found|PEER_ID_INVALID|rights to send|WRITE_FORBIDDEN|USER_IS_BLOCKED/i, 'unreachable'],
];

const STATUSES: ReadonlyMap<number, FaultKind> = new Map([
  [401, 'unauthorized'],
  [403, 'unreachable'],
  [409, 'conflict'],
  [429, 'flood'],
]);

function answeredFault({ error_code, description, parameters, method }: GrammyError): TelegramFault {
  const { retry_after, migrate_to_chat_id } = parameters;
  const message = `Telegram answered ${method} with ${error_code}: ${description}`;
  if (migrate_to_chat_id !== undefined)
    return new TelegramFault(message, { kind: 'migrated', migratedTo: migrate_to_chat_id });
  if (error_code >= 500) return new TelegramFault(message, { kind: 'server' });
  const worded = REFUSALS.find(([pattern]) => pattern.test(description))?.[1];
  const kind = STATUSES.get(error_code) ?? worded ?? 'refused';
  return new TelegramFault(message, { kind, retryAfterMs: (retry_after ?? 1) * 1_000 });
}
