import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from './removed.ts';

/** All temporary folders of a run are in one, which goes with it. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'imei-bot-tests-'));
  process.env.TMPDIR = folder;
  return removedAtEnd(folder);
}
