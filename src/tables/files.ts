import { type Program, WorkFailed } from '../files/work/job.ts';
import type { Runner } from '../files/work/runner.ts';
import type { AddedColumns, RowPlace, SummaryReading, TableJob, TableSummary, WrittenTable } from './job.ts';

/** Reads and writes tables in a process that can be ended, since the files come from strangers. */
export interface TableFiles {
  /**
   * Finds the numbers of a table. Throws `WorkFailed` if the process fails, or the signal's reason if it is aborted.
   * @param most most different IMEIs; reading stops at ten times as many invalid and repeated numbers
   * @param from where a part of the file starts
   */
  read(
    bytes: Uint8Array,
    most: number,
    signal: AbortSignal,
    from?: RowPlace,
  ): Promise<SummaryReading | TooSlow>;
  /**
   * Returns the table with the answers appended to its rows. Without the bytes, if they have changed, or if reading them
   * takes too long this time, only the numbers are included.
   */
  write(answer: TableAnswer, signal: AbortSignal): Promise<WrittenTable>;
}

/** The process reached its time limit. */
export interface TooSlow {
  /** Always false, like other failed readings. */
  readonly ok: false;
  /** The only reason. */
  readonly why: 'too-slow';
  /** Nothing is known of the file. */
  readonly coverage?: undefined;
}

/** The answers to a table that was read before. */
export interface TableAnswer {
  /** The file's bytes; undefined if it could not be read again. */
  readonly bytes: Uint8Array | undefined;
  /** The result of the first reading. */
  readonly summary: TableSummary;
  /** The columns to append to each table. */
  readonly added: readonly AddedColumns[];
}

/** Overrides for {@link createTableFiles}. */
export interface TableFilesOptions {
  /** The sorted TACs of the open table, for repairs and ambiguous numbers; undefined without a table. */
  readonly knownTacs: () => Uint32Array | undefined;
  /** Overrides of the thread's file and limits. */
  readonly program?: Partial<Program>;
}

/** Of the processor: the largest accepted table takes some two seconds. */
const TIME_LIMIT_MS = 10_000;

/** Creates the tables that work in `runner`'s process. */
export function createTableFiles(
  runner: Runner,
  { knownTacs, program: given = {} }: TableFilesOptions,
): TableFiles {
  const program: Program = {
    thread: new URL('./thread.js', import.meta.url),
    timeLimitMs: TIME_LIMIT_MS,
    ...given,
  };
  return {
    read: async (bytes, most, signal, from) => {
      const input: TableJob = { kind: 'read', bytes, most, from, knownTacs: knownTacs() };
      try {
        return await runner.run<TableJob, SummaryReading>(program, { input, signal });
      } catch (error) {
        if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
        return { ok: false, why: error.why };
      }
    },
    write: async ({ bytes, summary: { kind, separator, digest }, added }, signal) => {
      const summary = { kind, ...(separator !== undefined && { separator }), digest };
      const run = (whole: Uint8Array | undefined): Promise<WrittenTable> =>
        runner.run(program, {
          input: { kind: 'write', bytes: whole, summary, added } satisfies TableJob,
          signal,
        });
      try {
        return await run(bytes);
      } catch (error) {
        if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
        return run(undefined);
      }
    },
  };
}
