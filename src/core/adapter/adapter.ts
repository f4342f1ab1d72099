import type { FileReference } from '../command/command-options.ts';
import { OperatorError } from '../operator/operator-error.ts';
import type { Principal } from '../principal.ts';
import type { ReplyWithButtons } from '../reply/reply.ts';
import type { FileLimits } from './file-access.ts';
import type { Guide } from './platform-guide.ts';
import type { ReceiveRequest, ReplyTarget, ShowReply } from './request-event.ts';
import type { FindSuggestions } from './suggestions.ts';

/** Turns one platform's events into requests and shows replies there. */
export interface Adapter {
  /** `discord`, `telegram`, `console`: the first part of its principals. */
  readonly platform: string;
  /**
   * The person at this machine, who controls the process and so is an admin. Left out if people
   * come over a network.
   */
  readonly operator?: Principal | undefined;
  /** Texts of the help about the platform. Without it the help has no examples. */
  readonly guide?: Guide;
  /**
   * Connects and starts to receive events. Resolves once connected.
   * @throws PlatformLost if the platform refuses the bot, an AbortError if it is stopped before
   */
  start(receive: ReceiveRequest, suggest: FindSuggestions): Promise<void>;
  isConnected(): boolean;
  /**
   * Resolves with a function that shows a reply at its target after a restart; undefined if the
   * platform no longer allows that.
   * @param newer the target of a newer request of the same person, which gets a reply: the older
   *   reply may be shown below it, as a follow-up
   */
  reopen(target: ReplyTarget, newer?: ReplyTarget): Promise<ShowReply | undefined>;
  /**
   * Returns the unique name of the message that holds the reply at this target; undefined while the
   * platform has not said it. A press that names another message does nothing, since a client can
   * forge what it sends. A platform leaves this method out if it verifies that itself. Then a press
   * needs no message: its token and its requester decide.
   */
  messageNameOf?(target: ReplyTarget): string | undefined;
  /**
   * Reads a file that came with a request of this platform, also after a restart.
   * @throws FileUnreadable, or the reason of the signal
   */
  readFile(file: FileReference, limits: FileLimits): Promise<Uint8Array>;
  /**
   * Deletes what it has stored about a person. An adapter that stores nothing leaves this method
   * out.
   */
  forget?(requester: Principal): Promise<void>;
  /**
   * Sends an unsolicited message to an admin. Resolves with false if that person cannot be reached.
   */
  notify(admin: Principal, reply: ReplyWithButtons): Promise<boolean>;
  /** Receives no more events; replies can still be shown until the process ends. */
  stop(): Promise<void>;
}

/** The adapter of a person's platform, if it is served. */
export type AdapterOf = (person: Principal) => Adapter | undefined;

/** Thrown when a platform can no longer be served. */
export class PlatformLost extends OperatorError {
  override readonly name = 'PlatformLost';
}

/**
 * Runs `register` unless it registered everything in an earlier process.
 * @param name of what is registered, unique in the store
 * @param code the URL of the module of `register`: it runs again if the module has changed
 * @param register registers commands with a platform; resolves with whether all were registered
 * @throws the error of `register`
 */
export type RegisterOnce = (
  name: string,
  code: string,
  register: () => Promise<boolean>,
) => Promise<void>;
