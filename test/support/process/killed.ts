import { readFile, stat } from 'node:fs/promises';
import { expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { ToolName } from '../../../src/operate/names.ts';
import { openStore } from '../../../src/store/open.ts';
import { type Premises, premises } from './operating.ts';

const NODE_OPTIONS = `--import=${new URL('./die-at-step.mjs', import.meta.url)}`;
/** For a test that starts a process for each step. */
export const TIME_MS = 300_000;

export type Args = readonly [ToolName, ...string[]];
type Settings = Readonly<Record<string, string>>;

/** Runs a tool again and again, killed so many steps later each time, until it ends by itself. Resolves with how often it was killed. */
export async function killedAtEach(
  place: Premises,
  { args, set = {}, every = 1 }: { readonly args: Args; readonly set?: Settings; readonly every?: number },
  afterKill: (step: number) => Promise<void>,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const step = 1 + kills * every;
    const ended = await place.runAsProcess(args, { ...set, NODE_OPTIONS, DIE_AT_STEP: String(step) });
    if (ended.exitCode === null) await afterKill(step);
    else {
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      return kills;
    }
  }
}

/** A place whose bot ran and was stopped, with one answer kept and one request open. */
export async function stopped(more: Settings = {}): Promise<Premises> {
  const place = await premises();
  await (await place.startFilled(more)).stop();
  return place;
}

export const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** What is in a store, without what processes write of themselves. Rejects where no bot would open it. */
export async function rowsIn(url: string, secret: string): Promise<readonly string[]> {
  const opened = await openStore(url, secret, systemClock);
  try {
    const found: string[] = [];
    for await (const portion of opened.dump())
      for (const { collection = 'answers', id, value } of portion)
        if (!['probe', 'members', 'leaders'].includes(collection)) found.push(`${collection}:${id}=${value}`);
    return found.toSorted();
  } finally {
    await opened.close();
  }
}

export const secretBeside = async (file: string): Promise<string> =>
  (await readFile(`${file}.secret`, 'utf8')).trim();
