import { createFiles, type Files } from '../../../src/files/files.ts';
import { type FileJob, type FileReading, workOnFile } from '../../../src/files/job.ts';
import type { Runner } from '../../../src/files/work/runner.ts';

/** Files that are read and written in this process. `picture`: what every picture shows. */
export function filesAtOnce(picture?: FileReading): Files {
  const run = async ({ input }: { readonly input: unknown }) => {
    const job = input as FileJob;
    return (job.kind === 'picture' ? picture : undefined) ?? workOnFile(job);
  };
  return createFiles({ run: run as Runner['run'] }, () => undefined);
}
