import { bootId, createProcessMark } from '../../../src/checks/process-mark.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { openStore } from '../../../src/store/open.ts';
import { createSettingTable } from '../../../src/store/schema/setting.ts';

/** Makes a new store in a file vouch for all that was sent, as after a process that sent nothing: the next one need not wait. */
export async function makeKnownAt(url: string, secret?: string): Promise<void> {
  const { store, markFile, close } = await openStore(url, secret, systemClock);
  const limits = { concurrent: 0, perWindow: 0, windowMs: 0 };
  // Whatever a clock of the test says, it was after this.
  const clock = { ...systemClock, uptime: () => 0 };
  const life = createProcessMark(
    createSettingTable(store.sql, systemClock),
    markFile,
    limits,
    clock,
    bootId(),
  );
  await life.begin([], true);
  await life.end();
  await close();
}
