import type { Checker } from '../src/checks/contract.ts';
import type { KeySample } from '../src/checks/key/samples.ts';
import type { DatedKeyStatus, DayAllowance, Pause, Usage } from '../src/checks/usage.ts';
import type { FileLimits } from '../src/core/adapter/file-access.ts';
import type { Guide } from '../src/core/adapter/platform-guide.ts';
import type { InvocationContext } from '../src/core/command/command.ts';
import type { FileReference } from '../src/core/command/command-options.ts';
import type { Principal } from '../src/core/principal.ts';
import type { Clock } from '../src/core/time/clock.ts';
import type { Files } from '../src/files/files.ts';
import type { QueueTicket } from '../src/files/work/file-turns.ts';
import type { ReplyContext } from '../src/format/format.ts';
import type { Retention } from '../src/format/privacy-replies.ts';
import { sayIn } from '../src/format/texts/say.ts';
import type { History } from '../src/history/history.ts';
import type { TacEntry } from '../src/tac/table.ts';

/** What the bot does for the commands. `src/bot/bot-services.ts` makes it. */
export interface BotServices {
  readonly clock: Clock;
  readonly checker: Checker;
  readonly supply: CheckSupply;
  readonly files: FileServices;
  readonly history: History;
  /**
   * Deletes what is stored about a person, except this request. Resolves with the number of deleted
   * recent checks and open requests.
   * @throws StoreFailed
   */
  readonly forget: (
    requester: Principal,
    request: { readonly requestId: string },
  ) => Promise<{ readonly checks: number; readonly requests: number }>;
  /** The entry of a TAC (8 digits) in the open TAC table; undefined if the table has none. */
  readonly tacEntryOf: (tac: string) => TacEntry | undefined;
  /** The guide to the platform of a person; undefined if that platform is off. */
  readonly guideOf: (requester: Principal) => Guide | undefined;
  /**
   * Reports an error in one part of a reply whose other parts are still shown. Drops errors of a
   * failing store, which are reported already.
   */
  readonly reportBug: (error: unknown) => void;
  readonly settings: CommandSettings;
}

/** The checks that are left, for a person and for everybody, and whether they are sent now. */
export interface CheckSupply {
  /**
   * Checks that a person has left today; undefined without a limit.
   * @throws StoreFailed
   */
  readonly allowance: (
    person: Pick<InvocationContext, 'isAdmin' | 'requester'>,
  ) => Promise<DayAllowance | undefined>;
  /**
   * Spending of everybody together, the load of the limiter, and why no check is sent now.
   * @throws StoreFailed
   */
  readonly usage: () => Promise<Usage>;
  /** The reason why no check is sent now; undefined if checks are sent. */
  readonly pauseReason: () => Pause | undefined;
  /**
   * The status of the key, at most a minute old. Checks that were sent since are subtracted.
   * @throws ServiceFailure, StoreFailed, or the reason of the signal
   */
  readonly keyStatus: (
    request: Pick<InvocationContext, 'requestId' | 'signal'>,
  ) => Promise<DatedKeyStatus>;
  /**
   * Checks that the key had left, over the last 30 days, oldest first.
   * @throws StoreFailed
   */
  readonly keySamples: () => Promise<readonly KeySample[]>;
}

/** Reads the files that people send, and writes those that answer them. */
export interface FileServices extends Files {
  /**
   * A ticket for a turn to have a file read. The accounts of requesters take turns; undefined if
   * this account has too many tickets.
   */
  readonly ticketFor: (requester: Principal) => QueueTicket | undefined;
  /**
   * Downloads a file that the requester has sent.
   * @throws FileUnreadable, or the reason of the signal
   */
  readonly download: (
    file: FileReference,
    request: FileLimits & { readonly requester: Principal },
  ) => Promise<Uint8Array>;
}

interface CommandSettings {
  readonly isSandbox: boolean;
  /** The most checks that one reply may pay for. */
  readonly batchMax: number;
  /** If a list needs more checks, the reply asks about the cost before it runs. */
  readonly batchConfirm: number;
  /** US dollars. */
  readonly pricePerCheck?: number | undefined;
  readonly retention: Retention;
  /** The IANA name of the time zone in which times are shown. */
  readonly timeZone: () => string;
}

/**
 * Reads what only a part of a reply needs. If reading fails, reports the error and resolves with
 * the fallback.
 */
export async function readOr<Read, Fallback>(
  { reportBug }: Pick<BotServices, 'reportBug'>,
  fallback: Fallback,
  read: () => Promise<Read>,
): Promise<Read | Fallback> {
  try {
    return await read();
  } catch (error) {
    reportBug(error);
    return fallback;
  }
}

/** Makes the test whether the open TAC table has a TAC. */
export function isKnownTac({
  tacEntryOf,
}: Pick<BotServices, 'tacEntryOf'>): (tac: string) => boolean {
  return (tac) => tacEntryOf(tac) !== undefined;
}

/** Facts that formatting needs about the person of a request, and the time. */
export function contextOf(
  { clock, settings }: BotServices,
  { locale, visibility, isAdmin }: Pick<InvocationContext, 'locale' | 'visibility' | 'isAdmin'>,
): ReplyContext {
  return {
    say: sayIn(locale),
    visibility,
    isAdmin,
    now: clock.now(),
    isSandbox: settings.isSandbox,
  };
}
