import type { RawOptions } from '../command/command-options.ts';
import type { JsonValue } from '../json.ts';
import type { Principal } from '../principal.ts';
import type { ReplyWithButtons, Visibility } from '../reply/reply.ts';

/** One event of any platform. All of it can be serialised as JSON. */
export interface RequestEvent {
  /** The platform's name and its id of the event; an event delivered twice has the same id. */
  readonly id: string;
  readonly input: Input;
  readonly requester: Principal;
  /** The requester's server, chat and roles, which `ALLOWED` and `ADMINS` may name. */
  readonly scopes: readonly Principal[];
  /** BCP 47 tag of the person's language, as the platform reports it. */
  readonly locale: string;
  readonly visibility: Visibility;
  /**
   * The tokens of the buttons below the message that this event replies to; undefined if it does
   * not reply to one.
   */
  readonly repliedButtons?: readonly string[] | undefined;
  /** Whether the message names the bot. Then it is meant for the bot, whatever it replies to. */
  readonly isNamed?: boolean | undefined;
  /**
   * The message that asks; undefined if its person cannot edit it. Once a press is taken in, it
   * gets the question of the reply that has the button.
   */
  readonly question?: Question | undefined;
  readonly target: ReplyTarget;
}

/** An event that asks for something. A withdrawal does not: it stops what was asked before. */
export interface AskingEvent extends RequestEvent {
  readonly input: Exclude<Input, { readonly kind: 'withdrawal' }>;
}

export function isAsking(event: RequestEvent): event is AskingEvent {
  return event.input.kind !== 'withdrawal';
}

/** A message that asks, as it was after an edit. The next edit stops what it asked before. */
export interface Question {
  /** Unique on its platform. */
  readonly id: string;
  /** Larger after each edit, as the platform counts or dates them; 0 if it was not edited. */
  readonly version: number;
}

/**
 * The action of a person. `command`: used a command, or wrote a text, which the text command gets.
 * `press`: pressed a button. `withdrawal`: edited a message so that it asks nothing any more.
 */
export type Input =
  | { readonly kind: 'command'; readonly name: string; readonly options: RawOptions }
  | {
      readonly kind: 'press';
      readonly token: string;
      /**
       * The message with the button, as `messageNameOf` names it; undefined if the platform does
       * not say.
       */
      readonly message?: string;
    }
  | { readonly kind: 'withdrawal' };

/**
 * The destination of a reply, as JSON. It is stored with the request, and only the adapter that
 * made it reads it.
 */
export type ReplyTarget = { readonly [key: string]: JsonValue | ReplyTarget | undefined };

/**
 * Makes this the newest state of a reply. States may be skipped if they come faster than the
 * platform allows edits. The last one is skipped only if the reply to a newer version of the
 * question has begun. Resolves, once this state or a newer one is shown,
 * with the target of the reply, which may have changed (a placeholder message now has an id).
 * @throws ReplyWaits if the last state can only be shown once the requester contacts the bot
 *   again; the error of the platform if it could not be shown
 */
export type ShowReply = (reply: ReplyWithButtons, state: ShowOptions) => Promise<ReplyTarget>;

/** Whether a state is the last one, and until when it may be shown. */
export interface ShowOptions {
  /** Whether the reply is complete with this state. */
  readonly isLast: boolean;
  /** Intermediate states only. Aborted once this process stops updating the reply. */
  readonly ended?: AbortSignal;
}

/**
 * Takes a request. Resolves once it is stored or refused, or once the store has failed to take it.
 * Does not wait until the reply is shown. Never rejects.
 */
export type ReceiveRequest = (request: RequestEvent, show: ShowReply) => Promise<Receipt>;

/**
 * Tells the adapter what to do with the event:
 *
 * - `confirm`: the platform may forget it. The request is stored, or was refused.
 * - `no-reply`: the platform may forget it, and nothing is shown for this delivery. The event only
 *   stops something, is a withdrawal, or was delivered before.
 * - `redeliver`: do not confirm the event, if the platform can deliver it again. The store fails,
 *   so the request is answered but not stored. It is answered once, however often it is delivered.
 */
export type Receipt = 'confirm' | 'no-reply' | 'redeliver';

/** The platform lets the bot show a reply only once the requester contacts the bot again. */
export class ReplyWaits extends Error {
  override readonly name = 'ReplyWaits';

  /** @param cause the error of the platform, if it was called */
  constructor(cause: unknown) {
    super('the reply waits until its requester contacts the bot again', { cause });
  }
}
