import type { InvocationContext } from '../../src/core/command.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Detail } from '../../src/format/imei/device.ts';
import type { CommandNeeds } from '../needs.ts';

/** One use of the command with all that its parts need. */
export interface ImeiUse {
  readonly needs: CommandNeeds;
  readonly invocation: InvocationContext;
  /** The command's name, for the buttons that invoke it again. */
  readonly command: string;
  readonly text: string;
  /** The file that is answered, with or without a text beside it. */
  readonly file?: FileReference | undefined;
  readonly detail: Detail;
  /** Pays again although an answer is kept. */
  readonly fresh: boolean;
  /** A long list is checked without asking first. */
  readonly confirmed: boolean;
  /** Numbers that no phone has are checked as well. */
  readonly anyway: boolean;
}
