import type { InvocationContext } from '../../src/core/command.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Detail } from '../../src/format/imei/outcome.ts';
import type { BotServices } from '../services.ts';

/** One use of `/imei`: what was asked, and what answers it. */
export interface ImeiUse {
  readonly services: BotServices;
  readonly invocation: InvocationContext;
  readonly text: string;
  /** The file to answer, with or without a text. */
  readonly file: FileReference | undefined;
  readonly detail: Detail;
  /** Pays for a new check even if an answer is cached. */
  readonly fresh: boolean;
  /** Checks a long list without asking first. */
  readonly confirmed: boolean;
  /** Also checks all numbers that are asked about, and those that can be corrected. */
  readonly anyway: boolean;
  /** The keys of the asked numbers of a file that are checked too. */
  readonly take: readonly string[];
  /** Shows saved answers only, as a reply or as a file: nothing is spent. */
  readonly saved: 'answer' | 'file' | undefined;
}
