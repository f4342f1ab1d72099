import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/clock.ts';
import { openStore } from '../../../src/store/open.ts';

/** Checks in doubt: those a start has counted, and those that the next start is going to count. */
export interface Doubt {
  readonly counted: number;
  readonly cutOff: number;
}

/** Reads them from a copy of a store that no process holds, so that it stays as it is. */
export async function readDoubt(directory: string, file: string): Promise<Doubt> {
  const copy = await mkdtemp(join(tmpdir(), 'imei-bot-chaos-copy-'));
  try {
    await cp(directory, copy, { recursive: true });
    return await readAt(join(copy, file));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function readAt(file: string): Promise<Doubt> {
  const { store, close } = await openStore(`sqlite://${file}`, undefined, systemClock);
  try {
    const month = Date.parse(new Date().toISOString().slice(0, 7));
    const [counted] = await store.sql.read`SELECT coalesce(sum(times), 0) AS n FROM usage_day
      WHERE what = 'inDoubt' AND at >= ${month}`;
    const [cutOff] = await store.sql
      .read`SELECT count(*) AS n FROM send WHERE state = 'open' AND imei IS NOT NULL`;
    return { counted: Number(counted?.n), cutOff: Number(cutOff?.n) };
  } finally {
    await close();
  }
}
