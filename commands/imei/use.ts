import type { Checker } from '../../src/checks/answer.ts';
import type { FileLimits } from '../../src/core/adapter.ts';
import type { InvocationContext } from '../../src/core/command.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { Principal } from '../../src/core/requester.ts';
import type { ReadPicture } from '../../src/files/photos/contract.ts';
import type { TableFiles } from '../../src/files/tables/contract.ts';
import type { Turns } from '../../src/files/work/turns.ts';
import type { Detail } from '../../src/format/imei/device.ts';
import type { TacName } from '../../src/format/imei/outcome.ts';
import type { History } from '../../src/history/history.ts';
import type { ViewNeeds } from '../define.ts';

/** What `/imei` works with. */
export interface ImeiNeeds extends ViewNeeds {
  readonly checker: Checker;
  /** Brand and model of a TAC (8 digits) in the open TAC table, if there is one and it knows it. */
  readonly tacName: (tac: string) => TacName | undefined;
  /** Receives errors of single checks of a list, which would otherwise go unnoticed: the others are answered. */
  readonly reportFault: (error: unknown) => void;
  /** The bytes of a file that its requester has sent. Throws `FileUnreadable`, or the signal's reason when aborted. */
  readonly readFile: (
    file: FileReference,
    request: FileLimits & { readonly requester: Principal },
  ) => Promise<Uint8Array>;
  /** Who may have a file read, and when; chats that speak for themselves are one person. */
  readonly fileTurns: { readonly enter: (requester: Principal) => ReturnType<Turns['enter']> };
  readonly readPicture: ReadPicture;
  readonly tables: TableFiles;
  /** Where what was answered is added. */
  readonly history: Pick<History, 'add'>;
  /** The answer to who asks in words what the bot can do; without it, they get the hint that others get. */
  readonly help?: (invocation: InvocationContext) => Promise<Reply>;
  readonly settings: ViewNeeds['settings'] & {
    /** Most checks of one answer. */
    readonly batchMax: number;
    /** A list that needs more checks is shown with its cost before it runs. */
    readonly batchConfirm: number;
    /** US dollars. */
    readonly pricePerCheck?: number | undefined;
  };
}

/** One use of the command with all that its parts need. */
export interface ImeiUse {
  readonly needs: ImeiNeeds;
  readonly invocation: InvocationContext;
  /** The command's name, for the buttons that invoke it again. */
  readonly command: string;
  readonly text: string;
  /** The file to answer, with or without a text. */
  readonly file?: FileReference | undefined;
  readonly detail: Detail;
  /** Pays for a new check even if an answer is cached. */
  readonly fresh: boolean;
  /** Checks a long list without asking first. */
  readonly confirmed: boolean;
  /** How many checks it was said to cost at most when it was confirmed; undefined if that was not said. */
  readonly told?: number | undefined;
  /** Also checks all numbers that are asked about. */
  readonly anyway: boolean;
  /** The keys of the asked numbers of a file that are checked too. */
  readonly take: readonly string[];
  /** Shows saved answers only: nothing is spent. */
  readonly savedOnly: boolean;
}
