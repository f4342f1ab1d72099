import type { FileReference, RawOptions } from './options.ts';
import type { JsonValue, Reply, ShownReply, Visibility } from './reply.ts';

/**
 * A person, a role or a chat on a platform, as `platform:kind:id`: `discord:user:80351110224678912`,
 * `telegram:chat:-100123`. `ADMINS` and `ALLOWED` use the same form.
 */
export type Principal = `${string}:${string}:${string}`;

const PRINCIPAL = /^[a-z]+:[a-z]+:[^\s:,]{1,64}$/;

/** Whether a text is a well-formed {@link Principal}. */
export function isPrincipal(text: string): text is Principal {
  return PRINCIPAL.test(text);
}

/** The platform of a principal: the part before the first colon. */
export function platformOf(principal: Principal): string {
  return principal.slice(0, principal.indexOf(':'));
}

/** Where a reply goes, as JSON. It is stored with the request, and only the adapter that made it reads it. */
export type ReplyTarget = { readonly [key: string]: JsonValue };

/** What a person did: used a command, wrote free text (also a command), or pressed a button. */
export type Input =
  | { readonly kind: 'command'; readonly name: string; readonly options: RawOptions }
  | {
      readonly kind: 'press';
      readonly token: string;
      /** The message with the button, as `messageNameOf` names it; undefined if the platform does not say. */
      readonly on?: string;
    };

/** One platform event in the core's form. All of it can be serialised as JSON. */
export interface Request {
  /** The platform's name and its id of the event; an event delivered twice has the same id. */
  readonly id: string;
  readonly input: Input;
  readonly requester: Principal;
  /** The requester's server, chat and roles, which `ALLOWED` and `ADMINS` may name. */
  readonly scopes: readonly Principal[];
  /** BCP 47 tag of the person's language, as the platform reports it. */
  readonly locale: string;
  /** Who will be able to read the reply. */
  readonly visibility: Visibility;
  /** Where the reply goes. */
  readonly target: ReplyTarget;
}

/**
 * Makes this the newest state of a reply. States may be skipped if they come faster than the platform allows edits, but
 * never the last one. Resolves, once this state or a newer one is shown, with the address of the reply, which may have
 * changed (a placeholder message now has an id). Rejects if the last state could not be shown.
 */
export type Show = (reply: ShownReply, state: ShownState) => Promise<ReplyTarget>;

/** How a state of a reply is shown. */
export interface ShownState {
  /** The reply is complete with it. */
  readonly last: boolean;
  /** Of a state before the last: aborted when the reply is finished here or left to the next process, and no state is shown again. */
  readonly ended?: AbortSignal;
}

/**
 * `persisted`: the request is stored, or needs no answer, so the adapter may confirm it to the platform.
 * `not-persisted`: the store fails. The request is answered, but do not confirm it if the platform can deliver it again.
 * A repeated delivery is answered once.
 */
export type Receipt = 'persisted' | 'not-persisted';

/** Takes a request. Resolves once it is persisted; the work continues from the store. Never rejects. */
export type Receive = (request: Request, show: Show) => Promise<Receipt>;

/** A suggestion while a person is typing. It never costs a check. */
export interface Suggestion {
  /** The text of the `imei` option if it is chosen. */
  readonly value: string;
  /** One line: the number with brand and model, or what is wrong with it. */
  readonly label: string;
  /** The answer, if it is already cached. */
  readonly reply?: Reply;
}

/** The person who is typing, and what decides what they may see. */
export type SuggestContext = Pick<Request, 'requester' | 'scopes' | 'locale' | 'visibility'>;

/**
 * Returns suggestions for a text that somebody is typing, best first, at most 25. Never spends a check, never queues, never
 * rejects.
 */
export type Suggest = (text: string, context: SuggestContext) => Promise<readonly Suggestion[]>;

/** How many bytes of a file are read, and until when. */
export interface FileLimits {
  /** A larger file is not read: `FileUnreadable` with `too-large`. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Why a file could not be read. `too-large`: it has more bytes than requested, or than the platform serves. `gone`: it no
 * longer exists, or never did. `failed`: the transfer failed and may succeed later.
 */
export type FileTrouble = 'too-large' | 'gone' | 'failed';

/** A platform cannot be served any more; the message says what the operator has to do. */
export class PlatformLost extends Error {}

/** Thrown by adapters that cannot read a file. Does not contain the file's address, which may hold a secret. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
  readonly why: FileTrouble;

  constructor(why: FileTrouble, message: string) {
    super(message);
    this.why = why;
  }
}

/** How people use a command: they type lines, they chat and send files, or they fill in a form. */
export type Surface = 'lines' | 'chat' | 'form';

/** Turns one platform's events into requests and shows replies there. */
export interface Adapter {
  /** `discord`, `telegram`, `console`: the first part of its principals. */
  readonly platform: string;
  /** How people enter commands here, for examples. Default: as lines. */
  readonly surface?: Surface;
  /** Connects and starts to receive events. Resolves once connected. */
  start(receive: Receive, suggest: Suggest): Promise<void>;
  connected(): boolean;
  /**
   * Returns how to show a reply at its target after a restart; undefined if the platform no longer allows it. `newer` is the
   * target of a newer request of the same person, if there is one: the reply may be shown there as a follow-up.
   */
  reopen(target: ReplyTarget, newer?: ReplyTarget): Promise<Show | undefined>;
  /**
   * Returns the unique name of the message that holds the reply shown at this target; undefined while it is unknown. A press
   * that names another message is rejected, since a client can forge what it sends. Platforms that look for it themselves
   * leave this method out.
   */
  messageNameOf?(target: ReplyTarget): string | undefined;
  /**
   * Reads a file that came with a request of this platform, also after a restart. Throws `FileUnreadable`, or the signal's
   * reason if it is aborted.
   */
  readFile(file: FileReference, limits: FileLimits): Promise<Uint8Array>;
  /** Deletes what it has stored about a person. An adapter that stores nothing leaves this method out. */
  forget?(requester: Principal): Promise<void>;
  /** Sends an unsolicited message to an admin. Resolves with false if that person cannot be reached. */
  notify(admin: Principal, reply: ShownReply): Promise<boolean>;
  /** Receives no more events; replies can still be shown until the process ends. */
  stop(): Promise<void>;
}

/** The adapter of a person's platform, if it is served. */
export type AdapterOf = (person: Principal) => Adapter | undefined;
