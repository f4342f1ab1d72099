import type { TableFiles } from '../../../src/tables/files.ts';
import type { SummaryReading, TableJob, WrittenTable } from '../../../src/tables/job.ts';
import { workOnTable } from '../../../src/tables/work.ts';

/** Tables without a thread: for tests of what is done with them. */
export function tablesAtOnce(knownTacs?: Uint32Array): TableFiles {
  const work = workOnTable as <Result extends SummaryReading | WrittenTable>(
    job: TableJob,
  ) => Promise<Result>;
  return {
    read: (bytes, most, _signal, from) => work({ kind: 'read', bytes, most, from, knownTacs }),
    write: (answer) => work({ kind: 'write', ...answer }),
  };
}
