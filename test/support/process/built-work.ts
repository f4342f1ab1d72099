import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type { Program } from '../../../src/files/work/job.ts';
import { createRunner, type Runner } from '../../../src/files/work/runner.ts';
import { createReadBarcodes, type ReadBarcodes } from '../../../src/photos/reader.ts';

/** The limit of time where none is to be met, however busy the machine is. */
export const UNHURRIED_MS = 600_000;

/** A file of the program as JavaScript, named as in `src`: what runs by itself cannot be TypeScript. */
export function builtFile(name: string): URL {
  return new URL(`src/${name}`, `${pathToFileURL(inject('built')).href}/`);
}

/** A runner whose processes run as JavaScript. */
export function createBuiltRunner({ idleMs }: { readonly idleMs?: number } = {}): Runner {
  return createRunner({ host: builtFile('files/work/host.js'), ...(idleMs !== undefined && { idleMs }) });
}

/** A reader of pictures that works there, and takes the time that it needs. */
export function createBuiltReader(runner: Runner, program: Partial<Program> = {}): ReadBarcodes {
  const thread = builtFile('photos/thread.js');
  return createReadBarcodes(runner, { thread, timeLimitMs: UNHURRIED_MS, ...program });
}

/**
 * A reader that goes on in the same process after a document or a large picture, where the bot's would end it: what is promised of a
 * page is the same whether a process was started for it, which takes longer than most pages.
 */
export function createKeptReader({ run, close }: Runner): ReadBarcodes {
  return createBuiltReader({ run: (program, job) => run(program, { ...job, isLarge: false }), close });
}
