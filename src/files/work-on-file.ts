import type { FileContent, FileJob } from './file-jobs.ts';
import { readList, writeList } from './tables/tables.ts';
import type { WrittenTable } from './tables/write-table.ts';
import { Unusable } from './work/unusable-file.ts';

/**
 * Does one job. A file that cannot be read is not an error: its content is `unusable`, and says
 * why.
 * @throws any other error of a library; for a table to write, also Unusable
 */
export function workOnFile(job: FileJob): Promise<FileContent | WrittenTable> {
  return job.kind === 'write' ? writeList(job.table) : readFile(job);
}

async function readFile(job: Exclude<FileJob, { kind: 'write' }>): Promise<FileContent> {
  try {
    if (job.kind === 'list') return await readList(job.file, job.knownTacs);
    // The libraries for pictures are large, so they are loaded when they are needed.
    const { readPictureFile } = await import('./pictures/pictures.ts');
    return await readPictureFile(job.bytes);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { kind: 'unusable', why: error.why };
  }
}
