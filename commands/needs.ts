import type { DrawQuota } from '../src/charts/draw.ts';
import type { Checker, KeyStatusAnswer, Usage } from '../src/checks/answer.ts';
import type { UsageHistory } from '../src/checks/quota/trend.ts';
import type { FileLimits } from '../src/core/adapter.ts';
import type { Clock } from '../src/core/clock.ts';
import type { InvocationContext } from '../src/core/command.ts';
import type { FileReference } from '../src/core/options.ts';
import type { Principal } from '../src/core/requester.ts';
import type { TacName } from '../src/format/imei/outcome.ts';
import type { Retention } from '../src/format/personal/personal.ts';
import type { Totals } from '../src/format/quota/key-status.ts';
import type { View } from '../src/format/reply/view.ts';
import { wordsFor } from '../src/format/words/words.ts';
import type { History } from '../src/history/history.ts';
import type { ReadBarcodes } from '../src/photos/reader.ts';
import type { TableFiles } from '../src/tables/files.ts';
import type { Turns } from '../src/work/turns.ts';

/** What the commands work with; handed in by the composition root. */
export interface CommandNeeds {
  readonly checker: Checker;
  /**
   * The key's status, at most a minute old unless `fresh`. Throws `ServiceFailure`, or the signal's reason when
   * it is aborted.
   */
  readonly keyStatus: (request: {
    readonly fresh?: boolean;
    readonly signal: AbortSignal;
  }) => Promise<KeyStatusAnswer>;
  readonly usage: () => Promise<Usage>;
  /** Checks of a full hour, day and month, where somebody knows them: the service tells only what is left. */
  readonly totals?: () => Promise<Totals>;
  /** What the key had left, and what was paid and saved, over the last 30 days. */
  readonly past: () => Promise<UsageHistory>;
  /** Draws the picture of `/quota` as PNG; throws what broke. */
  readonly draw: DrawQuota;
  /** Brand and model of a TAC (8 digits) in the open TAC table, if there is one and it knows it. */
  readonly tacName: (tac: string) => TacName | undefined;
  /** Told what broke in a part of a reply: the rest is answered, so nobody else would hear of it. */
  readonly reportFault: (error: unknown) => void;
  /** The bytes of a file that its requester has sent. Throws `FileUnreadable`, or the signal's reason when aborted. */
  readonly readFile: (
    file: FileReference,
    request: FileLimits & { readonly requester: Principal },
  ) => Promise<Uint8Array>;
  /** Who may have a file read, and when; chats that speak for themselves are one person. */
  readonly fileTurns: { readonly enter: (requester: Principal) => ReturnType<Turns['enter']> };
  readonly readBarcodes: ReadBarcodes;
  readonly tables: TableFiles;
  /** What each person checked lately. */
  readonly history: History;
  /**
   * Removes what is held of a person, but for the request that asks for it. Resolves with how many recent checks
   * and open requests that were.
   */
  readonly forget: (
    requester: Principal,
    request: { readonly requestId: string },
  ) => Promise<{ readonly checks: number; readonly requests: number }>;
  readonly clock: Clock;
  readonly settings: CommandSettings;
}

interface CommandSettings {
  /** Most IMEIs of one message. */
  readonly batchMax: number;
  /** A list of more IMEIs than this is shown before it runs. */
  readonly batchConfirm: number;
  /** What `/privacy` tells. */
  readonly retention: Retention;
  /** US dollars. */
  readonly pricePerCheck?: number | undefined;
  readonly sandbox: boolean;
}

/** For whom an invocation's next state is made. */
export function viewOf({ clock, settings }: CommandNeeds, invocation: InvocationContext): View {
  const { locale, visibility, admin } = invocation;
  return { words: wordsFor(locale), visibility, admin, now: clock.now(), sandbox: settings.sandbox };
}
