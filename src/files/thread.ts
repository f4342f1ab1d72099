import { parentPort } from 'node:worker_threads';
import { type FileJob, workOnFile } from './file-job.ts';
import type { JobResult } from './work/job.ts';

// The entry point of the thread that works on files: one job after another. An exception ends the
// process.
parentPort?.on('message', async (job: FileJob) => {
  parentPort?.postMessage({ output: await workOnFile(job) } satisfies JobResult);
});
