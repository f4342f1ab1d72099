import type { Question, RequestEvent } from '../core/adapter/request.ts';
import { writeButtonToken } from '../core/button-token.ts';
import type { Principal } from '../core/principal.ts';
import { deferred } from '../core/promises.ts';
import type { Action, Button, ButtonEffect } from '../core/reply.ts';
import type { Hasher } from '../store/seal/seal.ts';

/** Base64url, 132 bits. With the id of an action it fits into what platforms carry. */
const TOKEN_LENGTH = 22;

/** What each button of a reply does, by the id of its action. */
type Effects = Readonly<Record<string, ButtonEffect>>;

type Stop = Extract<ButtonEffect, { readonly kind: 'stop' }>;

/** The buttons of a reply, as they are stored with its open request. */
export interface ButtonEffects {
  /** The message that has them; undefined if the platform does not name messages. */
  readonly message?: string | undefined;
  readonly effects: Effects;
}

/** The buttons of a reply, as they are stored with its closed request. */
export interface StoredButtons extends ButtonEffects {
  readonly requestId: string;
  readonly requester: Principal;
  /** What their reply is about, if its person can edit that. */
  readonly question?: Question | undefined;
}

/** The part of a request that is stored with the buttons of its reply. */
type AnsweredEvent = Pick<RequestEvent, 'id' | 'requester' | 'question'>;

/** The token of a request, with which those of its buttons begin. Nobody can guess it. */
export function hashRequestToken(
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

/**
 * The buttons of a request that is still open. The states of its reply follow each other, and each
 * takes a while to be shown. So three things are kept:
 *
 * - newest: what those of the newest state do. A press means these, even before they are shown.
 * - shown: what those of the state that people see do. The next process begins with these.
 * - stops: what those of any state stop. A stop counts although a newer state is shown.
 */
export class LiveButtons implements ShownButtons {
  /** With it the token of each button begins. */
  readonly requestToken: string;
  readonly #firstShown = deferred<void>();
  #newest: Effects = {};
  #shown: ButtonEffects | undefined;
  #stops: Readonly<Record<string, Stop>> = {};

  /** @param before what an earlier process has shown */
  constructor(requestToken: string, before?: ButtonEffects) {
    this.requestToken = requestToken;
    if (before === undefined) return;
    this.#setNewest(before.effects);
    this.#setShown(before);
  }

  /** What those of the newest state do. */
  get effects(): Effects {
    return this.#newest;
  }

  /** The message that has them; undefined if the platform does not name messages. */
  get message(): string | undefined {
    return this.#shown?.message;
  }

  /** Empty until a state of the reply was shown. */
  get tokens(): readonly string[] {
    return this.isShown ? Object.keys(this.#newest).map((id) => this.#tokenOf(id)) : [];
  }

  /** Those of the newest state that stop the request: they need not be shown to be meant. */
  get stopTokens(): readonly string[] {
    return Object.keys(stopsIn(this.#newest)).map((id) => this.#tokenOf(id));
  }

  /** Whether a state of the reply was shown, so that they can be pressed. */
  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  /** Resolves when a state of the reply is shown for the first time. */
  get firstShown(): Promise<void> {
    return this.#firstShown.promise;
  }

  /** Those of the state that was shown last; undefined until one was. */
  get shownEffects(): ButtonEffects | undefined {
    return this.#shown;
  }

  /** What this button stops, of the newest state or of any earlier one. */
  stopOf(id: string): Stop | undefined {
    return Object.hasOwn(this.#stops, id) ? this.#stops[id] : undefined;
  }

  /** Makes buttons of the actions of a new state, which replace those of the state before. */
  offer(actions: readonly Action[]): readonly Button[] {
    this.#setNewest(effectsOf(actions));
    return actions.map((action) => toButton(this.#tokenOf(action.id), action));
  }

  /** A state with these actions is shown, in this message; a newer one may be on its way. */
  noteShown(actions: readonly Action[], message: string | undefined): void {
    this.#setShown({ message: message ?? this.message, effects: effectsOf(actions) });
  }

  /**
   * What is stored with the closed request, as JSON; undefined if nothing could be pressed then.
   */
  toStore({ id: requestId, requester, question }: AnsweredEvent): string | undefined {
    const effects = this.#newest;
    if (!this.isShown || Object.keys(effects).length === 0) return undefined;
    const { message } = this;
    const stored: StoredButtons = { requestId, requester, question, message, effects };
    return JSON.stringify(stored);
  }

  #tokenOf(action: string): string {
    return writeButtonToken({ requestToken: this.requestToken, action });
  }

  #setShown(shown: ButtonEffects): void {
    this.#shown = shown;
    this.#firstShown.resolve();
  }

  #setNewest(effects: Effects): void {
    this.#newest = effects;
    this.#stops = stopsIn({ ...this.#stops, ...effects });
  }
}

function effectsOf(actions: readonly Action[]): Effects {
  return Object.fromEntries(actions.map(({ id, effect }) => [id, effect]));
}

function stopsIn(effects: Effects): Readonly<Record<string, Stop>> {
  return Object.fromEntries(
    Object.entries(effects).flatMap(([id, effect]) =>
      effect.kind === 'stop' ? [[id, effect]] : [],
    ),
  );
}

function toButton(token: string, { label, style, opens, effect, ifUnsent }: Action): Button {
  const visibility = effect.kind === 'invoke' ? effect.visibility : undefined;
  return {
    label,
    opens: visibility ?? opens,
    token,
    ...(style !== undefined && { style }),
    ...(ifUnsent === true && { ifUnsent }),
  };
}
