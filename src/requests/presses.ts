import type { Question } from '../core/adapter/request.ts';
import { readButtonToken } from '../core/button-token.ts';
import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/principal.ts';
import { timeLimited } from '../core/promises.ts';
import type { ButtonEffect } from '../core/reply.ts';
import type { RequestTable } from '../store/schema/request.ts';
import type { LiveButtons, StoredButtons } from './live-buttons.ts';
import type { OpenRequests } from './open-requests.ts';
import { readSealedJson } from './sealed-json.ts';

/** How long a press waits for the platform to say where the reply is shown. */
const SHOWN_WITHIN_MS = 2_000;

/** A press as it arrives. Untrusted: a client can send any token and any message. */
export interface Press {
  /** The token of the button. */
  readonly token: string;
  /** The person who pressed. */
  readonly requester: Principal;
  /** The message it was pressed in; undefined if the platform does not say. */
  readonly message?: string | undefined;
}

/** What a button does, and the request whose reply shows it. */
export interface PressEffect {
  readonly kind: 'effect';
  readonly effect: ButtonEffect;
  readonly requestId: string;
  /** What that reply is about, if its person can edit that. */
  readonly question?: Question | undefined;
}

/** The meaning of a press. */
export type PressMeaning = PressEffect | { readonly kind: 'not-yours' } | { readonly kind: 'gone' };

interface PressesOptions {
  /** What the buttons of an open request do; its row says it once that is closed. */
  readonly requests: Pick<OpenRequests, 'byToken'>;
  readonly table: Pick<RequestTable, 'buttonsOf'>;
  readonly clock: Clock;
}

/**
 * Says what a press means, also after a restart. It counts only from the requester, in the message
 * that has the button. A stop counts from any message, until its request is answered.
 */
export class Presses {
  readonly #options: PressesOptions;

  constructor(options: PressesOptions) {
    this.#options = options;
  }

  /**
   * Resolves with what the pressed button does, or why nothing happens.
   * @throws StoreFailed
   */
  async meaningOf({ token, requester, message }: Press): Promise<PressMeaning> {
    const { requestToken, action } = readButtonToken(token);
    const open = this.#options.requests.byToken(requestToken);
    const stop = open?.isUnanswered === true ? open.buttons.stopOf(action) : undefined;
    // A stop takes the place of no reply, so it does not matter where it was pressed.
    if (open?.requester === requester && stop !== undefined) {
      return { kind: 'effect', effect: stop, requestId: open.id };
    }
    const buttons = await this.#find(requestToken);
    if (buttons === undefined) return { kind: 'gone' };
    if (buttons.requester !== requester) return { kind: 'not-yours' };
    // Forged: its answer would replace another reply.
    if (buttons.message !== undefined && buttons.message !== message) return { kind: 'gone' };
    const effect = Object.hasOwn(buttons.effects, action) ? buttons.effects[action] : undefined;
    if (effect === undefined) return { kind: 'gone' };
    const { requestId, question } = buttons;
    return { kind: 'effect', effect, requestId, question };
  }

  /**
   * The requester and the message of a button; undefined if it is gone.
   * @throws StoreFailed
   */
  find(token: string): Promise<Pick<StoredButtons, 'requester' | 'message'> | undefined> {
    return this.#find(readButtonToken(token).requestToken);
  }

  async #find(requestToken: string): Promise<StoredButtons | undefined> {
    const request = this.#options.requests.byToken(requestToken);
    if (request === undefined) return this.#findStored(requestToken);
    const { id, requester, buttons, event } = request;
    if (!buttons.isShown) await this.#untilShown(buttons);
    if (!buttons.isShown) return undefined;
    const { message, effects } = buttons;
    return { requestId: id, requester, question: event.question, message, effects };
  }

  async #untilShown({ firstShown }: LiveButtons): Promise<void> {
    const { clock } = this.#options;
    await timeLimited({ ms: SHOWN_WITHIN_MS, clock }, () => firstShown);
  }

  async #findStored(requestToken: string): Promise<StoredButtons | undefined> {
    const { table, clock } = this.#options;
    return readSealedJson<StoredButtons>(await table.buttonsOf(requestToken, clock.now()));
  }
}
