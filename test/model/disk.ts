import { createMemorySql, type MemorySql } from '../support/store/memory-sql.ts';

/** Rows as they stand on a disk: what a process that ends leaves behind. */
export interface Disk {
  readonly answers: Map<string, string>;
  sql: MemorySql;
  /** What stands in the file beside the store. */
  mark: string | undefined;
}

export function createDisk(): Disk {
  return { answers: new Map(), sql: createMemorySql(), mark: undefined };
}

/** Another store in the place of the one that was there. */
export function swapStore(disk: Disk, { keepsMark }: { readonly keepsMark: boolean }): void {
  disk.answers.clear();
  disk.sql = createMemorySql();
  if (!keepsMark) disk.mark = undefined;
}
