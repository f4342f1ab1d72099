import { serveJobs } from '../work/serve.ts';
import { workOnTable } from './job.ts';

// The entry point of the thread that reads and writes tables.
serveJobs(workOnTable);
