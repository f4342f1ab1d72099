import { LRUCache } from 'lru-cache';
import type { Principal, Request } from '../core/adapter.ts';
import { isYes } from '../format/words/understood.ts';
import type { LiveButtons } from './buttons.ts';
import type { OpenRequest } from './open-request.ts';

/** People who are remembered; who is forgotten has to press the button. */
const REMEMBERED = 10_000;

/**
 * Takes a “yes” for a press of the primary button of the last reply to that person, if it is their
 * next message. Only where nobody else reads it.
 */
export class TypedYes {
  readonly #asked = new LRUCache<Principal, LiveButtons>({ max: REMEMBERED });

  /** The last state of a reply was shown. */
  answered({ requester, request, buttons }: OpenRequest): void {
    const isAsked = request.visibility === 'private' && buttons.primary !== undefined;
    if (isAsked) this.#asked.set(requester, buttons);
    else this.#asked.delete(requester);
  }

  /** A new request as it is meant, and stored: itself, or the press. */
  meantBy(request: Request): Request {
    const { requester, input, visibility } = request;
    const buttons = this.#asked.get(requester);
    this.#asked.delete(requester);
    const primary = visibility === 'private' ? buttons?.primary : undefined;
    if (primary === undefined || input.kind !== 'command') return request;
    const { name, options } = input;
    const isMeant = name === primary.command && options.kind === 'text' && isYes(options.text);
    if (!isMeant) return request;
    const { token } = primary;
    const on = buttons?.message;
    return { ...request, input: { kind: 'press', token, ...(on !== undefined && { on }) } };
  }
}
