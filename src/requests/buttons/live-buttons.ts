import type { Question, RequestEvent } from '../../core/adapter/request-event.ts';
import type { Principal } from '../../core/principal.ts';
import { deferred } from '../../core/promises.ts';
import { writeButtonToken } from '../../core/reply/button-token.ts';
import type { Action, Button, ButtonEffect } from '../../core/reply/reply.ts';
import type { Hasher } from '../../store/seal/seal.ts';

/** 132 bits in base64url. Together with the id of an action, that fits into a platform's button. */
const TOKEN_LENGTH = 22;

/** The effect of each button of a reply, by the id of its action. */
type Effects = Readonly<Record<string, ButtonEffect>>;

type Stop = Extract<ButtonEffect, { readonly kind: 'stop' }>;

/** The buttons of one state of a reply. */
export interface ReplyButtons {
  /** The message that has them; undefined if the platform does not name messages. */
  readonly message?: string | undefined;
  readonly effects: Effects;
}

/** The buttons of a reply, as they are stored with its closed request. */
export interface StoredButtons extends ReplyButtons {
  readonly requestId: string;
  readonly requester: Principal;
  /** The message that the reply answers, if its person can edit that message. */
  readonly question?: Question | undefined;
}

/** The token of a request: the tokens of its buttons begin with it. Nobody can guess it. */
export function hashRequestToken(
  { hash }: Pick<Hasher, 'hash'>,
  requestId: string,
  requester: Principal,
): string {
  return hash(`buttons in ${requestId} for ${requester}`).slice(0, TOKEN_LENGTH);
}

/**
 * The buttons of a live request. The states of its reply follow each other, and each takes a while
 * to be shown. So the buttons of two states count:
 *
 * - `newest`: a press means these, even before they are shown.
 * - `shown`: people see these. The row of the request keeps them, so the next process begins with
 *   them.
 *
 * A stop counts from any state, even if a newer state is shown: see `stopOf`.
 */
export class LiveButtons {
  /** The token of each button begins with it. */
  readonly requestToken: string;
  readonly #firstShown = deferred<void>();
  #newest: Effects = {};
  #shown: ReplyButtons | undefined;
  /** The stops of all states, by the ids of their actions. */
  #stops: Readonly<Record<string, Stop>> = {};

  /** @param before what an earlier process has shown */
  constructor(requestToken: string, before?: ReplyButtons) {
    this.requestToken = requestToken;
    if (before === undefined) return;
    this.#setNewest(before.effects);
    this.#setShown(before);
  }

  /** The buttons of the newest state. Their message is undefined until a state is shown in it. */
  get newest(): ReplyButtons {
    return { message: this.#shown?.message, effects: this.#newest };
  }

  /** The buttons of the state that was shown last; undefined until one was. */
  get shown(): ReplyButtons | undefined {
    return this.#shown;
  }

  /** Resolves when a state of the reply is shown for the first time. */
  get firstShown(): Promise<void> {
    return this.#firstShown.promise;
  }

  /** The tokens of the newest buttons; none until a state of the reply is shown. */
  get tokens(): readonly string[] {
    return this.#shown === undefined ? [] : this.#tokensOf(this.#newest);
  }

  /** The tokens of the newest buttons that stop the request, even before a state is shown. */
  get stopTokens(): readonly string[] {
    return this.#tokensOf(stopsIn(this.#newest));
  }

  /** The stop of this action’s button, in the newest state or in any earlier one. */
  stopOf(action: string): Stop | undefined {
    return Object.hasOwn(this.#stops, action) ? this.#stops[action] : undefined;
  }

  /** Makes buttons of the actions of a new state. They replace those of the state before. */
  offer(actions: readonly Action[]): readonly Button[] {
    this.#setNewest(effectsOf(actions));
    return actions.map((action) => toButton(this.#tokenOf(action.id), action));
  }

  /** Notes that a state is shown in this message. A newer one may be on its way. */
  recordShown(actions: readonly Action[], message: string | undefined): void {
    this.#setShown({ message: message ?? this.#shown?.message, effects: effectsOf(actions) });
  }

  /**
   * The newest buttons as JSON, which is stored with the closed request; undefined if there are
   * none, or if no state was shown.
   */
  toStore(event: Pick<RequestEvent, 'id' | 'requester' | 'question'>): string | undefined {
    const { id: requestId, requester, question } = event;
    const { message, effects } = this.newest;
    if (this.#shown === undefined || Object.keys(effects).length === 0) return undefined;
    const stored: StoredButtons = { requestId, requester, question, message, effects };
    return JSON.stringify(stored);
  }

  #tokensOf(effects: Effects): readonly string[] {
    return Object.keys(effects).map((action) => this.#tokenOf(action));
  }

  #tokenOf(action: string): string {
    return writeButtonToken({ requestToken: this.requestToken, action });
  }

  #setShown(shown: ReplyButtons): void {
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
