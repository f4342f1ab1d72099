import { serveJobs } from '../work/serve.ts';
import { workOnTable } from './work.ts';

// The program of a thread: it reads and writes tables, one job after another.
serveJobs(workOnTable);
