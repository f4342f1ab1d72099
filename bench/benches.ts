import { adapters } from './adapters.ts';
import type { Bench } from './bench.ts';
import { cachedAnswer } from './cached-answer.ts';
import { growth } from './growth.ts';
import { largeStore } from './large-store.ts';
import { limiter } from './limiter.ts';
import { parser } from './parser.ts';
import { start } from './start.ts';
import { timeToAnswer } from './time-to-answer.ts';

/** All benches, by the names to give on the command line, in the order of RESULTS.md. Add yours here. */
export const BENCHES: ReadonlyMap<string, Bench> = new Map([
  ['limiter', limiter],
  ['cached-answer', cachedAnswer],
  ['adapters', adapters],
  ['time-to-answer', timeToAnswer],
  ['parser', parser],
  ['growth', growth],
  ['start', start],
  ['large-store', largeStore],
]);
