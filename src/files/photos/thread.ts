import { setFlagsFromString } from 'node:v8';
import { serveJobs } from '../work/serve.ts';
import { workOnPicture } from './job.ts';

// V8 would compile much-used WebAssembly again to run faster, which takes longer than the first pictures of a process.
setFlagsFromString('--wasm-tiering-budget=200000000');
serveJobs(workOnPicture);
