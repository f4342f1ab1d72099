import { parentPort } from 'node:worker_threads';
import type { FileJob } from './file-jobs.ts';
import type { JobResult } from './work/work-job.ts';
import { workOnFile } from './work-on-file.ts';

// The program of the thread that works on files: one job after another. An exception ends the
// process.
parentPort?.on('message', async (job: FileJob) => {
  parentPort?.postMessage({ output: await workOnFile(job) } satisfies JobResult);
});
