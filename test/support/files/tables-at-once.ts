import type { TableFiles, TableReading, WrittenTable } from '../../../src/files/tables/contract.ts';
import { type TableJob, workOnTable } from '../../../src/files/tables/job.ts';

/** Tables without a thread: for tests of what is done with them. */
export function tablesAtOnce(knownTacs?: Uint32Array): TableFiles {
  const work = workOnTable as <Result extends TableReading | WrittenTable>(job: TableJob) => Promise<Result>;
  return {
    read: (question) => work({ kind: 'read', question, knownTacs }),
    write: (answer) => work({ kind: 'write', answer }),
  };
}
