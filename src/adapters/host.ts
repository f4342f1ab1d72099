import type { RegisterOnce } from '../core/adapter/adapter.ts';
import type { CommandDescriptor } from '../core/command/command.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import type { Clock } from '../core/time/clock.ts';
import type { SayFor } from '../format/texts/say.ts';
import type { Mount } from '../ops/http/http-app.ts';
import type { Log } from '../ops/log/log.ts';
import type { MessageTable } from '../store/schema/message-table.ts';
import type { Hasher } from '../store/seal/seal.ts';

/** The bot as its adapters see it. */
export interface Host {
  readonly commands: CommandSet;
  readonly store: HostStore;
  readonly run: HostRun;
  /** The texts for people, in the language of the bot if theirs has none. */
  readonly sayFor: SayFor;
  /** The proxy for calls to platforms; undefined without one. */
  readonly proxy: OutboundProxy | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export interface CommandSet {
  readonly all: readonly CommandDescriptor[];
  /** The command for texts and files that name no command, with its options for them. */
  readonly textCommand: {
    readonly name: string;
    readonly option: string;
    readonly fileOption: string;
    /** The flag for saved answers only: then the command spends nothing. */
    readonly savedOption: string;
  };
  /** The name of the command that answers newcomers. */
  readonly help: string;
}

/** The part of the store that adapters use. It outlives the process. */
export interface HostStore extends Hasher {
  readonly messages: MessageTable;
  /**
   * A secret of this installation for one purpose: the same at every start, another one for each
   * purpose, and masked in the log.
   */
  readonly secretFor: (purpose: string) => string;
  readonly registerOnce: RegisterOnce;
}

/** The reason of a call that was not made, since `HostRun.hasSlept` was true. */
export const HAS_SLEPT = 'not called, since this process did not run for the time of its lease';

/** The run that an adapter takes part in. */
export interface HostRun {
  /**
   * Whether this process still owns the installation. If not, another process may already take the
   * updates of the platform.
   */
  readonly ownsInstallation: () => boolean;
  /**
   * Whether this process was frozen for so long that another one may have shown newer answers. Ask
   * right before each call, when nothing is awaited any more; if it was, do not make the call. A
   * process that is awake stops in time, and may still tell admins that its store fails.
   */
  readonly hasSlept: () => boolean;
  /** Adds a handler for a path of the bot's own HTTP server. */
  readonly mount: (path: Mount['path'], handler: Mount['handler']) => void;
  /**
   * Called when the platform cannot be used any more after its start; the reason says what the
   * operator has to do.
   */
  readonly onLost: (reason: string) => void;
}
