import { WorkFailed } from '../work/failed.ts';
import type { Program } from '../work/job.ts';
import { ownedBytes } from '../work/owned-bytes.ts';
import type { Runner } from '../work/runner.ts';
import type { AddedColumns, SummaryReading, TableJob, TableSummary, WrittenTable } from './job.ts';

/** Reads and writes tables in a thread that can be ended: what is in a file is up to strangers. */
export interface TableFiles {
  /**
   * The numbers of the table in a file's bytes, which are handed over and gone afterwards. Throws `WorkFailed` when the
   * thread dies of it, or the signal's reason when it is aborted.
   * @param most different IMEIs; of wrong and repeated numbers ten times as many are read
   */
  read(bytes: Uint8Array, most: number, signal: AbortSignal): Promise<SummaryReading | TooSlow>;
  /**
   * The table with the answers behind its rows. Without its bytes, or where they are others by now or take too long
   * this time, with the numbers alone.
   */
  write(answer: TableAnswer, signal: AbortSignal): Promise<WrittenTable>;
}

export interface TooSlow {
  readonly ok: false;
  readonly why: 'too-slow';
}

export interface TableAnswer {
  readonly bytes: Uint8Array | undefined;
  readonly summary: TableSummary;
  readonly added: AddedColumns;
}

export interface TableFilesOptions {
  /** TACs of the open table, sorted: for repairs, and for numbers that are in doubt. */
  readonly knownTacs: () => Uint32Array | undefined;
  /** Where the thread is, and its limits, if others than usual. */
  readonly program?: Partial<Program>;
}

/** The largest table there may be takes some two seconds. */
const TIME_LIMIT_MS = 10_000;
const HEAP_MB = 128;

export function createTableFiles(
  runner: Runner,
  { knownTacs, program: given = {} }: TableFilesOptions,
): TableFiles {
  const program: Program = {
    thread: new URL('./thread.js', import.meta.url),
    timeLimitMs: TIME_LIMIT_MS,
    heapMb: HEAP_MB,
    ...given,
  };
  return {
    read: async (bytes, most, signal) => {
      const own = ownedBytes(bytes);
      const input: TableJob = { kind: 'read', bytes: own, most, knownTacs: knownTacs() };
      try {
        return await runner.run<TableJob, SummaryReading>(program, { input, signal, transfer: [own.buffer] });
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
