import { serveJobs } from '../work/serve.ts';
import { workOnPicture } from './job.ts';

// The entry point of the thread that reads pictures.
serveJobs(workOnPicture);
