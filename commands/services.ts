import type { Checker } from '../src/checks/contract.ts';
import type { KeySample } from '../src/checks/key/samples.ts';
import type { DatedKeyStatus, DayAllowance, PauseReason, Usage } from '../src/checks/usage.ts';
import type { FileLimits } from '../src/core/adapter/file-access.ts';
import type { Guide } from '../src/core/adapter/guide.ts';
import type { Clock } from '../src/core/clock.ts';
import type { InvocationContext } from '../src/core/command.ts';
import type { FileReference } from '../src/core/options.ts';
import type { Principal } from '../src/core/principal.ts';
import type { Files } from '../src/files/files.ts';
import type { QueueTicket } from '../src/files/work/turns.ts';
import type { Retention } from '../src/format/personal.ts';
import type { View } from '../src/format/reply/view.ts';
import { sayIn } from '../src/format/texts/say.ts';
import type { History } from '../src/history/history.ts';
import type { TacEntry } from '../src/tac/table.ts';

/** What the bot provides to commands. */
export interface BotServices {
  readonly clock: Clock;
  readonly checker: Checker;
  readonly quota: Quota;
  readonly files: FileServices;
  readonly history: History;
  /**
   * Deletes what is stored about a person, except this request. Resolves with the number of deleted
   * recent checks and open requests.
   */
  readonly forget: (
    requester: Principal,
    request: { readonly requestId: string },
  ) => Promise<{ readonly checks: number; readonly requests: number }>;
  /** Brand and model of a TAC (8 digits) in the open TAC table; undefined if the table lacks it. */
  readonly tacName: (tac: string) => TacEntry | undefined;
  /** What the help says on a person's platform; undefined if it is not served. */
  readonly guideOf: (requester: Principal) => Guide | undefined;
  /**
   * Receives errors in one part of a reply, whose other parts are still shown; those of a failing
   * store, too.
   */
  readonly reportBug: (error: unknown) => void;
  readonly settings: CommandSettings;
}

/** What may still be checked: by a person, and by everybody. */
export interface Quota {
  /** What a person may still check today; undefined if nothing limits them. */
  readonly allowance: (
    person: Pick<InvocationContext, 'isAdmin' | 'requester'>,
  ) => Promise<DayAllowance | undefined>;
  /** What everybody together has spent, and why nothing is sent at the moment. */
  readonly usage: () => Promise<Usage>;
  /** Only why nothing is sent at the moment; undefined if the service may be asked. */
  readonly pauseReason: () => PauseReason | undefined;
  /**
   * The key's status, at most a minute old, less what was sent since.
   * @throws ServiceFailure, the reason of the signal
   */
  readonly keyStatus: (
    request: Pick<InvocationContext, 'requestId' | 'signal'>,
  ) => Promise<DatedKeyStatus>;
  /**
   * What the key had left over the last 30 days, oldest first.
   * @throws StoreFailed
   */
  readonly keySamples: () => Promise<readonly KeySample[]>;
}

/** The files that people send, and those that answer them. */
export interface FileServices extends Files {
  /**
   * When a person's file may be read; chats that write as themselves count as one person. Undefined
   * if the person has too many tickets.
   */
  readonly ticketFor: (requester: Principal) => QueueTicket | undefined;
  /**
   * The bytes of a file that the requester has sent.
   * @throws FileUnreadable, the reason of the signal
   */
  readonly download: (
    file: FileReference,
    request: FileLimits & { readonly requester: Principal },
  ) => Promise<Uint8Array>;
}

interface CommandSettings {
  readonly isSandbox: boolean;
  /** Most checks of one answer. */
  readonly batchMax: number;
  /** A list that needs more checks than this is shown with its cost before it runs. */
  readonly batchConfirm: number;
  /** US dollars. */
  readonly pricePerCheck?: number | undefined;
  readonly retention: Retention;
  /** The IANA name of the time zone in which times are shown. */
  readonly timeZone: () => string;
}

/**
 * Reads what only a part of a reply needs. If that fails it is only reported, and the reply does
 * with the fallback.
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

/** What formatting has to know about the person who asked, as it is now. */
export function viewOf(
  { clock, settings }: BotServices,
  { locale, visibility, isAdmin }: Pick<InvocationContext, 'locale' | 'visibility' | 'isAdmin'>,
): View {
  return {
    say: sayIn(locale),
    visibility,
    isAdmin,
    now: clock.now(),
    isSandbox: settings.isSandbox,
  };
}
