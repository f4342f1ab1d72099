import { GrammyError, HttpError } from 'grammy';
import { codeOf } from '../../core/errors.ts';

/**
 * What went wrong with a call, by what can be done about it. `unreachable`: the chat may not be written to. `gone`: the message to
 * edit no longer exists. `for-now`: no answer, or a failure of Telegram itself.
 */
export type FaultKind =
  | 'flood'
  | 'unreachable'
  | 'not-modified'
  | 'gone'
  | 'unauthorized'
  | 'for-now'
  | 'refused';

/** A failed call. Without the library's error, which contains the whole message and the address with the token. */
export class TelegramFault extends Error {
  override readonly name = 'TelegramFault';
  readonly kind: FaultKind;

  constructor(message: string, kind: FaultKind) {
    super(message);
    this.kind = kind;
  }
}

/** Telegram's status and words for refusals that need special treatment. */
const REFUSALS: readonly (readonly [RegExp, FaultKind])[] = [
  // The whole answer to a malformed token; an unknown method is "Not Found: method not found".
  [/^401|^404 Not Found$/, 'unauthorized'],
  [/^403|chat not found|PEER_ID_INVALID|rights to send|WRITE_FORBIDDEN|USER_IS_BLOCKED/i, 'unreachable'],
  [/^429/, 'flood'],
  [/^5/, 'for-now'],
  [/message is not modified/i, 'not-modified'],
  [/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i, 'gone'],
];

/** Classifies what a call of the library threw. */
export function faultOf(error: unknown): TelegramFault {
  if (error instanceof TelegramFault) return error;
  if (!(error instanceof GrammyError)) {
    const why = codeOf(error instanceof HttpError ? error.error : error) ?? 'broken off or unreadable';
    return new TelegramFault(`Telegram gave no answer (${why})`, 'for-now');
  }
  const said = `${error.error_code} ${error.description}`;
  const kind = REFUSALS.find(([pattern]) => pattern.test(said))?.[1] ?? 'refused';
  return new TelegramFault(`Telegram answered ${error.method} with ${said}`, kind);
}
