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
  const run = <Result>(input: TableJob, size: number, signal: AbortSignal): Promise<Result> =>
    runner.run(program, { input, signal, isLarge: size > MOST_KEPT_BYTES });
  return {
    read: async (question, signal) => {
      const job: TableJob = { kind: 'read', question, knownTacs: knownTacs() };
      try {
        return await run<TableReading>(job, question.bytes.length, signal);
      } catch (error) {
        if (!needsTooMuch(error)) throw error;
        return { kind: 'unusable', why: 'too-much' };
      }
    },
    write: async (answer, signal) => {
      const smaller = [
        { ...answer, kind: 'delimited' as const },
        { ...answer, file: undefined },
      ];
      const attempt = async (one: TableAnswer): Promise<WrittenTable> => {
        try {
          return await run({ kind: 'write', answer: one }, one.file?.bytes.length ?? 0, signal);
        } catch (error) {
          const next = smaller.shift();
          if (!needsTooMuch(error) || next === undefined) throw error;
          return attempt(next);
        }
      };
      return attempt(answer);
    },
  };
}

function needsTooMuch(error: unknown): boolean {
  return error instanceof WorkFailed && error.why !== 'broke';
}
