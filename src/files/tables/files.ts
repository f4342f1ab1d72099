import { type Program, WorkFailed } from '../work/job.ts';
import type { Runner } from '../work/runner.ts';
import type { TableAnswer, TableFiles, TableReading, WrittenTable } from './contract.ts';
import type { TableJob } from './job.ts';

/** Processor time: the largest table takes a few seconds. */
const TIME_LIMIT_MS = 10_000;
/** The process is ended after a larger file. */
const MOST_KEPT_BYTES = 256 * 1024;

/**
 * Creates the tables that are read and written by `runner`.
 * @param knownTacs the TACs of the open table, for repairs; undefined without a table
 * @param given overrides of the thread's file and limits
 */
export function createTableFiles(
  runner: Runner,
  knownTacs: () => Uint32Array | undefined,
  given: Partial<Program> = {},
): TableFiles {
  const thread = new URL('./thread.js', import.meta.url);
  const program: Program = { thread, timeLimitMs: TIME_LIMIT_MS, ...given };
  const run = <Result>(input: TableJob, bytes: Uint8Array | undefined, signal: AbortSignal) =>
    runner.run<TableJob, Result>(program, {
      input,
      signal,
      isLarge: bytes !== undefined && bytes.length > MOST_KEPT_BYTES,
    });
  return {
    read: async (question, signal) => {
      const job: TableJob = { kind: 'read', question, knownTacs: knownTacs() };
      const tooMuch: TableReading = { kind: 'unusable', why: 'too-much' };
      return run<TableReading>(job, question.bytes, signal).catch(ifTooMuch(async () => tooMuch));
    },
    write: async (answer, signal) => {
      const write = (one: TableAnswer) =>
        run<WrittenTable>({ kind: 'write', answer: one }, one.file?.bytes, signal);
      const asText = answer.kind === 'workbook' ? [{ ...answer, kind: 'delimited' as const }] : [];
      return [...asText, { ...answer, file: undefined }].reduce(
        (written, smaller) => written.catch(ifTooMuch(() => write(smaller))),
        write(answer),
      );
    },
  };
}

/** Tries something smaller after a job that needed too much time or memory. */
function ifTooMuch<Result>(next: () => Promise<Result>): (error: unknown) => Promise<Result> {
  return async (error) => {
    if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
    return next();
  };
}
