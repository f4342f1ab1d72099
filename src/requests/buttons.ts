import type { Principal } from '../core/adapter.ts';
import { deferred, timeLimited } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/errors.ts';
import type { Action, Button, ButtonEffect } from '../core/reply.ts';
import type { RequestTable } from '../store/schema/request.ts';
import type { Hasher } from '../store/seal/seal.ts';

/** How long a press waits for the platform to say where the reply is shown. */
const SHOWN_WITHIN_MS = 2_000;
/** Base64url, 132 bits. With the id of an action it fits into what platforms carry. */
const TOKEN_LENGTH = 22;

/** What each button of a reply does, by the id of its action. */
type Effects = Readonly<Record<string, ButtonEffect>>;

/** The buttons of a reply, as they are stored with its closed request. */
export interface StoredButtons {
  readonly requestId: string;
  readonly requester: Principal;
  /** The message that has them; undefined if the platform does not name messages. */
  readonly message?: string | undefined;
  readonly effects: Effects;
}

/** A press as it arrives. Untrusted: a client can send any token and any message. */
export interface Press {
  /** The token of the button. */
  readonly token: string;
  /** The person who pressed. */
  readonly requester: Principal;
  /** The message it was pressed in; undefined if the platform does not say. */
  readonly message?: string | undefined;
}

/** The meaning of a press. */
export type PressMeaning =
  | { readonly kind: 'effect'; readonly effect: ButtonEffect; readonly requestId: string }
  | { readonly kind: 'not-yours' }
  | { readonly kind: 'gone' };

/** The token of a request, with which those of its buttons begin. Nobody can guess it. */
export function requestToken(
  { hash }: Pick<Hasher, 'hash'>,
  requestId: string,
  requester: Principal,
): string {
  return hash(`buttons in ${requestId} for ${requester}`).slice(0, TOKEN_LENGTH);
}

/** Buttons that people see. */
export interface ShownButtons {
  readonly tokens: readonly string[];
  /** The message that has them; undefined if the platform does not name messages. */
  readonly message: string | undefined;
}

/** The token of the request that has the button of this token. */
export function requestTokenOf(buttonToken: string): string {
  return buttonToken.slice(0, buttonToken.lastIndexOf('.'));
}

/** The buttons of a request that is still open. */
export class LiveButtons implements ShownButtons {
  /** The token of the request. */
  readonly token: string;
  readonly #firstShown = deferred<void>();
  #isShown = false;
  #effects: Effects = {};
  #message: string | undefined;

  constructor(token: string) {
    this.token = token;
  }

  /** What they do. */
  get effects(): Effects {
    return this.#effects;
  }

  /** The message that has them; undefined if the platform does not name messages. */
  get message(): string | undefined {
    return this.#message;
  }

  /** Empty until a state of the reply was shown. */
  get tokens(): readonly string[] {
    return this.#isShown ? Object.keys(this.#effects).map((id) => buttonToken(this.token, id)) : [];
  }

  /** Whether a state of the reply was shown, so that they can be pressed. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Resolves when a state of the reply is shown for the first time. */
  get firstShown(): Promise<void> {
    return this.#firstShown.promise;
  }

  /** Makes buttons of the actions of a new state, which replace those of the state before. */
  offer(actions: readonly Action[]): readonly Button[] {
    this.#effects = Object.fromEntries(actions.map(({ id, effect }) => [id, effect]));
    return actions.map((action) => toButton(buttonToken(this.token, action.id), action));
  }

  /** A state is shown, in this message. */
  shown(message: string | undefined): void {
    if (message !== undefined) this.#message = message;
    this.#isShown = true;
    this.#firstShown.resolve();
  }

  /**
   * What is stored with the closed request, as JSON; undefined if nothing could be pressed then.
   */
  toStore(requestId: string, requester: Principal): string | undefined {
    if (!this.#isShown || Object.keys(this.#effects).length === 0) return undefined;
    const stored: StoredButtons = {
      requestId,
      requester,
      message: this.#message,
      effects: this.#effects,
    };
    return JSON.stringify(stored);
  }
}

function buttonToken(token: string, id: string): string {
  return `${token}.${id}`;
}

/** Where presses find what their buttons do: in the open request, or in the row of a closed one. */
interface ButtonSource {
  /** The open request of this token. */
  byToken(
    token: string,
  ):
    | { readonly id: string; readonly requester: Principal; readonly buttons: LiveButtons }
    | undefined;
}

interface ButtonEffectsOptions {
  readonly requests: ButtonSource;
  readonly table: Pick<RequestTable, 'buttonsOf'>;
  readonly clock: Clock;
}

/**
 * Says what a press means, also after a restart. It counts only from the asker, in the message that
 * has the button.
 */
export class ButtonEffects {
  readonly #options: ButtonEffectsOptions;

  constructor(options: ButtonEffectsOptions) {
    this.#options = options;
  }

  /**
   * Resolves with what the pressed button does, or why nothing happens. Rejects if the store fails.
   */
  async meaningOf({ token, requester, message }: Press): Promise<PressMeaning> {
    const requestToken = requestTokenOf(token);
    const buttons = await this.#find(requestToken);
    if (buttons === undefined) return { kind: 'gone' };
    if (buttons.requester !== requester) return { kind: 'not-yours' };
    // Forged: its answer would replace another reply.
    if (buttons.message !== undefined && buttons.message !== message) return { kind: 'gone' };
    const id = token.slice(requestToken.length + 1);
    const effect = Object.hasOwn(buttons.effects, id) ? buttons.effects[id] : undefined;
    if (effect === undefined) return { kind: 'gone' };
    return { kind: 'effect', effect, requestId: buttons.requestId };
  }

  /** Whose button it is, and in which message; undefined if it is gone. Rejects as `meaningOf`. */
  find(token: string): Promise<Pick<StoredButtons, 'requester' | 'message'> | undefined> {
    return this.#find(requestTokenOf(token));
  }

  async #find(token: string): Promise<StoredButtons | undefined> {
    const request = this.#options.requests.byToken(token);
    if (request === undefined) return this.#findStored(token);
    const { id, requester, buttons } = request;
    if (!buttons.isShown) await this.#untilShown(buttons);
    if (!buttons.isShown) return undefined;
    return { requestId: id, requester, message: buttons.message, effects: buttons.effects };
  }

  async #untilShown({ firstShown }: LiveButtons): Promise<void> {
    const { clock } = this.#options;
    await timeLimited({ ms: SHOWN_WITHIN_MS, clock }, () => firstShown);
  }

  async #findStored(token: string): Promise<StoredButtons | undefined> {
    const { table, clock } = this.#options;
    const row = await table.buttonsOf(token, clock.now());
    // The row is sealed, so its form is known.
    return row === undefined ? undefined : (parseJson(row) as StoredButtons | undefined);
  }
}

function toButton(token: string, { label, style, opens, effect, ifUnsent }: Action): Button {
  const visibility = effect.kind === 'invoke' ? effect.visibility : undefined;
  return {
    label,
    opens,
    token,
    ...(style !== undefined && { style }),
    ...(ifUnsent === true && { ifUnsent }),
    ...(visibility === 'shared' && { shares: true }),
    ...(visibility === 'private' && { ephemeral: true }),
  };
}
