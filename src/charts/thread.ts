import { parentPort, workerData } from 'node:worker_threads';
import type { QuotaPicture } from './picture.ts';
import { renderQuota } from './render.ts';

// The thread's entry point: draws the picture it was started with, and is ended by its starter.
const picture: QuotaPicture = workerData;
parentPort?.postMessage(await renderQuota(picture));
