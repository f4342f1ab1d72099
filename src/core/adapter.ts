import type { FileReference, RawOptions } from './options.ts';
import type { JsonValue, Reply, ShownReply, Visibility } from './reply.ts';
import type { Principal } from './requester.ts';

/** Serialisable address of a reply. Opaque to the core, kept in the journal, understood by its adapter alone. */
export type ReplyTarget = { readonly [key: string]: JsonValue };

/** What a person did: named a command, wrote free text, or pressed a button. */
export type Ask =
  | { readonly kind: 'command'; readonly name: string; readonly options: RawOptions }
  | {
      readonly kind: 'press';
      readonly token: string;
      /** The message it was pressed in, as `standsAt` names it; left out where the platform has no such thing. */
      readonly on?: string;
    };

/** One event of a platform, as the core takes it. Everything in it can be written down as JSON. */
export interface Request {
  /** The platform's own id of the event with the platform before it; an event delivered twice has the same. */
  readonly id: string;
  readonly ask: Ask;
  readonly requester: Principal;
  /** What else the requester counts as, for `ALLOWED` and `ADMINS`: the server, the chat, roles. */
  readonly scopes: readonly Principal[];
  readonly locale: string;
  readonly visibility: Visibility;
  readonly target: ReplyTarget;
}

/**
 * Makes this the newest state of a reply. States may be skipped when they come faster than the platform allows
 * edits, the last one never. Resolves, once this state or a newer one is shown, with the address where the reply
 * now stands (a placeholder message has got an id, say). Rejects when the last state could not be shown.
 */
export type Show = (reply: ShownReply, state: { readonly last: boolean }) => Promise<ReplyTarget>;

/**
 * `written`: the request is in the journal (or was before, or needs no answer), so the platform may be told that it
 * has arrived. `unwritten`: the store fails; the request is being answered all the same, but a platform that can
 * deliver it again should be left to do so. A repeat is not done twice.
 */
export type Receipt = 'written' | 'unwritten';

/** Takes a request. Resolves when it is written down; the work goes on from the journal. Does not reject. */
export type Receive = (request: Request, show: Show) => Promise<Receipt>;

/** Something to offer while a person is still typing: it never costs a check. */
export interface Suggestion {
  /** What is asked when it is chosen: the text of the `imei` option. */
  readonly value: string;
  /** One line that says what it is: the number with brand and model, or what is wrong with it. */
  readonly label: string;
  /** The answer, where it is known already. */
  readonly reply?: Reply;
}

/** Who types: enough to know what they may see. */
export type Typist = Pick<Request, 'requester' | 'scopes' | 'locale' | 'visibility'>;

/** What is known of a text somebody is typing, best first, at most 25. Never pays, never waits in line, never rejects. */
export type Suggest = (text: string, typist: Typist) => Promise<readonly Suggestion[]>;

/** How much of a file is read, and until when. */
export interface FileLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Turns one platform's events into requests and shows replies there. */
export interface Adapter {
  /** `discord`, `telegram`, `console`: the first part of its principals. */
  readonly platform: string;
  /** Connects and begins to take events. Resolves when connected. */
  start(receive: Receive, suggest: Suggest): Promise<void>;
  /** Whether it takes events just now. */
  connected(): boolean;
  /**
   * The way back to a reply after a restart, or nothing where the platform has closed it. `beside` is the target of a
   * newer request of the same person, where there is one: the reply may be shown there instead.
   */
  reopen(target: ReplyTarget, beside?: ReplyTarget): Promise<Show | undefined>;
  /**
   * Names the message in which a reply stands that was shown at this target, unlike any other message; nothing while that is
   * not known. A press that names another message is not taken: what a client sends can be forged. Left out by a platform
   * whose presses name no message.
   */
  standsAt?(target: ReplyTarget): string | undefined;
  /**
   * The bytes of a file that came with a request of this platform, also after a restart. Throws `FileUnreadable`, or
   * the signal's reason when it is aborted.
   */
  readFile(file: FileReference, limits: FileLimits): Promise<Uint8Array>;
  /** Sends a message nobody asked for to an admin. Resolves with false where that person cannot be reached. */
  notify(admin: Principal, reply: ShownReply): Promise<boolean>;
  /** Takes no more events; replies can still be shown until the process ends. */
  stop(): Promise<void>;
}
