import { readFile, stat } from 'node:fs/promises';
import { expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { ToolName } from '../../../src/operate/names.ts';
import { openStore } from '../../../src/store/open.ts';
import { TABLES } from '../../../src/store/schema/schema.ts';
import type { Premises } from './operating.ts';

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

export const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** What is in a store. Rejects where no bot would open it. */
export async function rowsIn(url: string, secret: string): Promise<readonly string[]> {
  const { store, close } = await openStore(url, secret, systemClock);
  try {
    const found: string[] = [];
    for (const { name } of TABLES)
      for (const row of await store.sql.read(Object.assign([`SELECT * FROM ${name}`], { raw: [] })))
        found.push(`${name}: ${JSON.stringify(row)}`);
    return found.toSorted();
  } finally {
    await close();
  }
}

export const secretBeside = async (file: string): Promise<string> =>
  (await readFile(`${file}.secret`, 'utf8')).trim();
