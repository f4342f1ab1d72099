import { serveJobs } from '../files/work/serve.ts';
import { workOnTable } from './work.ts';

// The thread's entry point: reads and writes tables, one job after another.
serveJobs(workOnTable);
