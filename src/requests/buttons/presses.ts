import type { Question } from '../../core/adapter/request-event.ts';
import type { Principal } from '../../core/principal.ts';
import { timeLimited } from '../../core/promises.ts';
import { readButtonToken } from '../../core/reply/button-token.ts';
import type { ButtonEffect } from '../../core/reply/reply.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { RequestTable } from '../../store/schema/request-table.ts';
import { agrees } from '../../words/typed-press.ts';
import type { LiveRequest } from '../live-request.ts';
import type { LiveRequests } from '../live-requests.ts';
import type { RequestRows } from '../request-rows.ts';
import { readSealedJson } from '../sealed-json.ts';
import type { LiveButtons, StoredButtons } from './live-buttons.ts';
import { isPressBelow } from './live-presses.ts';

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

/** A press that counts: what its button does, and the request whose reply has that button. */
export interface EffectivePress {
  readonly kind: 'effect';
  readonly press: Press;
  readonly effect: ButtonEffect;
  readonly requestId: string;
  /** The message that the reply answers, if its person can edit that message. */
  readonly question?: Question | undefined;
}

/** The reason why a press does nothing: the button is somebody else’s, or it is gone. */
type NoEffect = { readonly kind: 'not-yours' } | { readonly kind: 'gone' };

interface PressesOptions {
  /** The live requests, which know what their buttons do. For closed ones, `table` has that. */
  readonly requests: LiveRequests;
  readonly rows: Pick<RequestRows, 'stop'>;
  readonly table: Pick<RequestTable, 'buttonsOf'>;
  readonly clock: Clock;
}

/**
 * Finds out what a press does, also after a restart, and stops the requests that it is meant to
 * stop. A press counts only from the requester, in the message that has the button. A stop counts
 * from any message, while its request is open.
 *
 * `lookUp` and `stopBy` are called twice for a press. `Intake` is first: a press that stops
 * something becomes no request. `Invocations` calls them again when it answers a press that became
 * a request: that may be in another process, and the store may have failed the first time.
 */
export class Presses {
  readonly #options: PressesOptions;

  constructor(options: PressesOptions) {
    this.#options = options;
  }

  /**
   * Looks up what the pressed button does. The caller invokes a command, if the button invokes one.
   * @throws StoreFailed
   */
  async lookUp(press: Press): Promise<EffectivePress | NoEffect> {
    const { requestToken, action } = readButtonToken(press.token);
    const request = this.#options.requests.findByToken(requestToken);
    const own = request?.requester === press.requester ? request : undefined;
    const stop = own?.isOpen === true ? own.buttons.stopOf(action) : undefined;
    // A stop does not replace any reply, so neither its message nor its question matters.
    if (own !== undefined && stop !== undefined) {
      return { kind: 'effect', press, effect: stop, requestId: own.id };
    }
    const buttons = await this.#buttonsOf(requestToken);
    if (buttons === undefined) return { kind: 'gone' };
    if (buttons.requester !== press.requester) return { kind: 'not-yours' };
    // It is forged: pressed in another message, it would replace another reply.
    if (buttons.message !== undefined && buttons.message !== press.message) return { kind: 'gone' };
    const effect = Object.hasOwn(buttons.effects, action) ? buttons.effects[action] : undefined;
    if (effect === undefined) return { kind: 'gone' };
    const { requestId, question } = buttons;
    return { kind: 'effect', press, effect, requestId, question };
  }

  /**
   * Stops the open requests that a press stops. Resolves when that is written or queued, with
   * whether one of them was open.
   */
  stopBy(pressed: EffectivePress): Promise<boolean> {
    const { requests, rows } = this.#options;
    return rows.stop(stoppedBy(pressed, requests));
  }

  /**
   * The requester and the message of the reply with this button; undefined if it is gone. Waits a
   * moment for a reply that is not shown yet.
   * @throws StoreFailed
   */
  findReply(token: string): Promise<Pick<StoredButtons, 'requester' | 'message'> | undefined> {
    return this.#buttonsOf(readButtonToken(token).requestToken);
  }

  async #buttonsOf(requestToken: string): Promise<StoredButtons | undefined> {
    const request = this.#options.requests.findByToken(requestToken);
    if (request === undefined) return this.#storedButtons(requestToken);
    const { id, requester, buttons, event } = request;
    if (!(await this.#isShownSoon(buttons))) return undefined;
    // A press means these, even before they are shown.
    const { message, effects } = buttons.newest;
    return { requestId: id, requester, question: event.question, message, effects };
  }

  /** Waits a moment for the first state of the reply. Resolves with whether one is shown. */
  async #isShownSoon(buttons: LiveButtons): Promise<boolean> {
    const { clock } = this.#options;
    if (buttons.shown === undefined) {
      await timeLimited({ ms: SHOWN_WITHIN_MS, clock }, () => buttons.firstShown);
    }
    return buttons.shown !== undefined;
  }

  async #storedButtons(requestToken: string): Promise<StoredButtons | undefined> {
    const { table, clock } = this.#options;
    return readSealedJson<StoredButtons>(await table.buttonsOf(requestToken, clock.now()));
  }
}

/** The requests that a press stops, if they are open. */
function stoppedBy(
  { press, effect, requestId }: EffectivePress,
  requests: LiveRequests,
): readonly LiveRequest[] {
  switch (effect.kind) {
    case 'stop':
      return [requestId, ...(effect.also ?? [])].flatMap((id) => requests.get(id) ?? []);
    case 'dismiss':
      // After a typed “yes” the plan is still shown, so _Not now_ stops what the “yes” began.
      return agreedBelow(press, requests);
    case 'invoke':
      return [];
  }
}

/**
 * Finds what a press of *Not now* stops: the requests with which the same person has agreed to the
 * same reply, by a button or by “yes” (see `agrees`). `RequestRows.stop` skips the settled ones.
 *
 *     Ann pressed *Check them* (open), then *Not now* below the same reply → that open request
 *     She only pressed *Full details*                                     → []
 *     Bob pressed her *Check them*                                        → []
 */
function agreedBelow(
  press: Pick<Press, 'token' | 'requester'>,
  requests: Iterable<LiveRequest>,
): readonly LiveRequest[] {
  const { requestToken } = readButtonToken(press.token);
  return [...requests].filter((request) => {
    const { input } = request.event;
    const isTheirs = request.requester === press.requester;
    return isTheirs && isPressBelow(input, requestToken) && agrees(input.token);
  });
}
