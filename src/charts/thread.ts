import { parentPort, workerData } from 'node:worker_threads';
import type { QuotaPicture } from './picture.ts';
import { renderQuota } from './render.ts';

// The entry point of the thread. The code that started it also ends it.
const picture: QuotaPicture = workerData;
parentPort?.postMessage(await renderQuota(picture));
