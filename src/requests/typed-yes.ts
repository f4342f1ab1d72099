import { LRUCache } from 'lru-cache';
import type { Principal, Request } from '../core/adapter.ts';
import { isYes } from '../format/words/understood.ts';
import type { LiveButtons } from './buttons.ts';
import type { OpenRequest } from './open-request.ts';

/** People who are remembered. The others, and all after a restart, have to press the button. */
const REMEMBERED = 10_000;

/**
 * Takes a “yes” for a press of the primary button of the last reply to that person, if it is their
 * next message. This works only where nobody else reads it. As a reply to another message it means
 * that one.
 */
export class TypedYes {
  readonly #offers = new LRUCache<Principal, LiveButtons>({ max: REMEMBERED });

  /** Remembers what a reply offers, whose last state was shown. */
  remember({ requester, request, buttons }: OpenRequest): void {
    const canSayYes = request.visibility === 'private' && buttons.primary !== undefined;
    if (canSayYes) this.#offers.set(requester, buttons);
    else this.#offers.delete(requester);
  }

  /**
   * Returns the press that a new request stands for, or the request itself. Forgets the offer: only
   * the next message counts.
   */
  takeMeaning(request: Request): Request {
    const { requester, input, visibility, repliedButtons } = request;
    const buttons = this.#offers.get(requester);
    this.#offers.delete(requester);
    const primary = visibility === 'private' ? buttons?.primary : undefined;
    if (primary === undefined || input.kind !== 'command') return request;
    const { name, options } = input;
    // A text comes as the text command, so only a button of that command can be answered by one.
    const isTypedYes =
      name === primary.command &&
      options.kind === 'text' &&
      options.file === undefined &&
      isYes(options.text) &&
      (repliedButtons === undefined || repliedButtons.includes(primary.token));
    if (!isTypedYes) return request;
    const { token } = primary;
    const on = buttons?.message;
    return { ...request, input: { kind: 'press', token, ...(on !== undefined && { on }) } };
  }
}
