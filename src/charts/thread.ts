import { parentPort, workerData } from 'node:worker_threads';
import type { QuotaPicture } from './picture.ts';
import { renderQuota } from './render.ts';

// The program of a thread: it draws the one picture it was started with, and is ended by who started it.
const picture: QuotaPicture = workerData;
parentPort?.postMessage(await renderQuota(picture));
