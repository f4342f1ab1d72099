import type { Question } from '../../core/adapter/request-event.ts';
import type { Principal } from '../../core/principal.ts';
import { timeLimited } from '../../core/promises.ts';
import { readButtonToken } from '../../core/reply/button-token.ts';
import type { ButtonEffect } from '../../core/reply/reply.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { RequestTable } from '../../store/schema/request.ts';
import { agrees } from '../../words/typed-press.ts';
import type { OpenRequest } from '../open-request.ts';
import type { OpenRequests } from '../open-requests.ts';
import type { RequestRows } from '../request-rows.ts';
import { readSealedJson } from '../sealed-json.ts';
import type { LiveButtons, StoredButtons } from './live-buttons.ts';
import { isPressBelow } from './open-presses.ts';

/** Time for which a press waits until the platform has said where the reply is shown. */
const SHOWN_WITHIN_MS = 2_000;

/** A press as it arrives. Untrusted: a client can send any token and any message. */
export interface Press {
  readonly token: string;
  /** The person who pressed. */
  readonly requester: Principal;
  /** The message it was pressed in; undefined if the platform does not say. */
  readonly message?: string | undefined;
}

/** The effect of a button, and the request whose reply shows it. */
interface FoundEffect {
  readonly kind: 'effect';
  readonly effect: ButtonEffect;
  readonly requestId: string;
  /** The message that the reply answers, if its person can edit that message. */
  readonly question?: Question | undefined;
}

/** A press that counts. */
export interface PressEffect extends FoundEffect {
  /** Whether the press has stopped an open request. */
  readonly hasStopped: boolean;
}

/** The reason why a press does nothing: the button is somebody else’s, or it is gone. */
type NoEffect = { readonly kind: 'not-yours' } | { readonly kind: 'gone' };

interface PressesOptions {
  /** The open requests, which know what their buttons do. For closed ones, `table` has that. */
  readonly requests: OpenRequests;
  readonly rows: Pick<RequestRows, 'stop'>;
  readonly table: Pick<RequestTable, 'buttonsOf'>;
  readonly clock: Clock;
}

/**
 * Finds out what a press does, also after a restart. A press counts only from the requester, in the
 * message that has the button. A stop counts from any message, while its request is open.
 */
export class Presses {
  readonly #options: PressesOptions;

  constructor(options: PressesOptions) {
    this.#options = options;
  }

  /**
   * Looks up what the pressed button does, and stops the open requests that it stops. Resolves when
   * these stops are written or queued. The caller invokes a command, if the button invokes one.
   * Safe to repeat, as `Intake` and `Invocations` do: what is stopped stays stopped.
   * @throws StoreFailed
   */
  async take(press: Press): Promise<PressEffect | NoEffect> {
    const { requests, rows } = this.#options;
    const found = await this.#effectOf(press);
    if (found.kind !== 'effect') return found;
    return { ...found, hasStopped: await rows.stop(stoppedBy(press, found, requests)) };
  }

  /**
   * The requester and the message of a button; undefined if it is gone.
   * @throws StoreFailed
   */
  find(token: string): Promise<Pick<StoredButtons, 'requester' | 'message'> | undefined> {
    return this.#find(readButtonToken(token).requestToken);
  }

  async #effectOf({ token, requester, message }: Press): Promise<FoundEffect | NoEffect> {
    const { requestToken, action } = readButtonToken(token);
    const open = this.#options.requests.findByToken(requestToken);
    const stop = open?.isOpen === true ? open.buttons.stopOf(action) : undefined;
    // A stop does not replace any reply, so it does not matter where it was pressed.
    if (open?.requester === requester && stop !== undefined) {
      return { kind: 'effect', effect: stop, requestId: open.id };
    }
    const buttons = await this.#find(requestToken);
    if (buttons === undefined) return { kind: 'gone' };
    if (buttons.requester !== requester) return { kind: 'not-yours' };
    // The press is forged: its answer would replace another reply.
    if (buttons.message !== undefined && buttons.message !== message) return { kind: 'gone' };
    const effect = Object.hasOwn(buttons.effects, action) ? buttons.effects[action] : undefined;
    if (effect === undefined) return { kind: 'gone' };
    const { requestId, question } = buttons;
    return { kind: 'effect', effect, requestId, question };
  }

  async #find(requestToken: string): Promise<StoredButtons | undefined> {
    const request = this.#options.requests.findByToken(requestToken);
    if (request === undefined) return this.#findStored(requestToken);
    const { id, requester, buttons, event } = request;
    if (buttons.shown === undefined) await this.#untilShown(buttons);
    if (buttons.shown === undefined) return undefined;
    const { message, effects } = buttons.newest;
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

/** The open requests that a press stops. */
function stoppedBy(
  press: Pick<Press, 'token' | 'requester'>,
  { effect, requestId }: FoundEffect,
  requests: OpenRequests,
): readonly OpenRequest[] {
  const ids = effect.kind === 'stop' ? [requestId, ...(effect.also ?? [])] : [];
  const named = ids.flatMap((id) => requests.get(id) ?? []);
  // After a typed “yes” the plan is still shown, so _Not now_ stops what the “yes” began.
  const agreed = effect.kind === 'dismiss' ? agreedBelow(press, requests) : [];
  return [...named, ...agreed];
}

/**
 * Finds what a press of *Not now* stops: the open requests with which the same person has agreed to
 * the same reply, by a button or by “yes” (see `agrees`).
 *
 *     Ann pressed *Check them* (open), then *Not now* below the same reply → that open request
 *     She only pressed *Full details*                                     → []
 *     Bob pressed her *Check them*                                        → []
 */
function agreedBelow(
  press: Pick<Press, 'token' | 'requester'>,
  requests: Iterable<OpenRequest>,
): readonly OpenRequest[] {
  const { requestToken } = readButtonToken(press.token);
  return [...requests].filter(({ requester, event: { input } }) => {
    const isAgreement = isPressBelow(input, requestToken) && agrees(input.token);
    return isAgreement && requester === press.requester;
  });
}
