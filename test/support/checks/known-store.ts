import { bootOf, createLife } from '../../../src/checks/life.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { MarkFile, Store } from '../../../src/store/contract.ts';
import { openStore } from '../../../src/store/open.ts';
import { createSettingTable } from '../../../src/store/schema/setting.ts';

/** The mark of a store that ends with the test. */
export function createMarkInMemory(): MarkFile {
  let mark: string | undefined;
  return {
    read: async () => mark,
    write: async (text) => {
      mark = text;
    },
  };
}

/** Makes a new store vouch for all that was sent, as after a process that sent nothing: the next one need not wait first. */
export async function makeKnown(store: Store, file: MarkFile, boot = bootOf()): Promise<void> {
  const life = createLife({
    ...{ settings: createSettingTable(store.sql, systemClock), markFile: file, boot, isKnown: true },
    // Whatever a clock of the test says, it was after this.
    clock: { ...systemClock, uptime: () => 0 },
    provider: { limits: { concurrent: 0, perWindow: 0, windowMs: 0 } },
  });
  await life.begin([]);
  await life.end();
}

/** The same for a store in a file that no process has open. */
export async function makeKnownAt(url: string, secret?: string): Promise<void> {
  const { store, markFile, close } = await openStore(url, secret, systemClock);
  if (markFile !== undefined) await makeKnown(store, markFile);
  await close();
}
