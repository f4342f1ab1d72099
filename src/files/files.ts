/**
 * Reads the files that people send, and writes the tables that answer them. What strangers send is
 * only opened in a child process.
 *
 *     file-jobs           the jobs for that process, and the content that comes back
 *     work/runner         starts the process and sends it one job at a time
 *     work/unusable-file  why a file cannot be used
 *     work/file-turns     whose file is read next
 *     work/child          the process: watches the time and the memory of its thread
 *     thread              the thread in the process; `work-on-file` chooses the reader
 *     tables/tables       the reader of lists: workbooks, delimited text, web pages, mails, texts
 *     pictures/pictures   the reader of pictures and PDFs
 */

import type { FileContent, FileJob } from './file-jobs.ts';
import { pictureFormat } from './pictures/picture-format.ts';
import type { FileToRead, FilledTable } from './tables/tables.ts';
import type { WrittenTable } from './tables/write-table.ts';
import type { Runner } from './work/runner.ts';
import { WorkFailed } from './work/work-job.ts';

/** The most bytes of a picture or a PDF, and of another file. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_LIST_BYTES = 5 * 1024 * 1024;
/** After a larger file the child process is ended, since only its end frees the memory. */
const MAX_REUSED_BYTES = 256 * 1024;

/** Reads and writes the files of people. */
export interface Files {
  /** @throws WorkFailed if the process breaks, or the reason of the signal */
  read(file: FileToRead, signal: AbortSignal): Promise<FileContent>;
  /**
   * Writes the answers into the table that was sent. Resolves with only the added columns if
   * there is no file, or if it cannot be written.
   * @throws as {@link read}
   */
  write(table: FilledTable, signal: AbortSignal): Promise<WrittenTable>;
}

/**
 * Reads files and writes tables in the child process of `runner`, since they come from strangers.
 * @param knownTacs the TACs of the open table, for repairs; undefined without a table
 * @param timeLimitMs of processor time; the largest table takes a few seconds
 */
export function createFiles(
  runner: Pick<Runner, 'run'>,
  knownTacs: () => Uint32Array | undefined,
  timeLimitMs = 15_000,
): Files {
  const run = <Output>(input: FileJob, signal: AbortSignal, bytes = 0) =>
    runner.run<Output>({ input, timeLimitMs, signal, isLarge: bytes > MAX_REUSED_BYTES });
  return {
    read: async (file, signal) => {
      const { bytes } = file;
      const isPicture = pictureFormat(bytes) !== undefined;
      const mostBytes = isPicture ? MAX_FILE_BYTES : MAX_LIST_BYTES;
      if (bytes.length > mostBytes) return { kind: 'unusable', why: 'too-large' };
      const job: FileJob = isPicture
        ? { kind: 'picture', bytes }
        : { kind: 'list', file, knownTacs: knownTacs() };
      try {
        return await run<FileContent>(job, signal, bytes.length);
      } catch (error) {
        if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
        return { kind: 'unusable', why: isPicture ? 'too-slow' : 'too-much' };
      }
    },
    write: async (table, signal) => {
      try {
        return await run<WrittenTable>({ kind: 'write', table }, signal, table.file?.bytes.length);
      } catch (error) {
        if (!(error instanceof WorkFailed) || table.file === undefined) throw error;
        return run({ kind: 'write', table: { ...table, file: undefined } }, signal);
      }
    },
  };
}
