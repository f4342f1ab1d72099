import type { RowOptions } from '../../src/store/contract.ts';
import { createMemorySql, type MemorySql } from '../support/store/memory-sql.ts';

interface Row {
  readonly value: string;
  readonly expiresAt: number;
}

/** Rows as they stand on a disk: what a process that ends leaves behind. */
export interface Disk {
  readonly collections: Map<string, Table>;
  readonly answers: Map<string, string>;
  sql: MemorySql;
  /** What stands in the file beside the store. */
  mark: string | undefined;
}

/** The effects of a collection's methods, each at one moment; `now` is the time of day of who asks. */
export interface Table {
  put(id: string, value: string, options?: RowOptions): void;
  get(id: string, now: number): string | undefined;
  delete(id: string): boolean;
  /** Those of the group, or those that last, or all. */
  entries(now: number, which?: { readonly group?: string; readonly lasting?: boolean }): [string, string][];
}

export function createDisk(): Disk {
  return { collections: new Map(), answers: new Map(), sql: createMemorySql(), mark: undefined };
}

/** Another store in the place of the one that was there. */
export function swapStore(disk: Disk, { keepsMark }: { readonly keepsMark: boolean }): void {
  disk.collections.clear();
  disk.answers.clear();
  disk.sql = createMemorySql();
  if (!keepsMark) disk.mark = undefined;
}

export function tableOf({ collections }: Disk, name: string): Table {
  const table = collections.get(name) ?? createTable();
  collections.set(name, table);
  return table;
}

function createTable(): Table {
  const rows = new Map<string, Row>();
  const find = (id: string, now: number): string | undefined => {
    const row = rows.get(id);
    return row !== undefined && row.expiresAt > now ? row.value : undefined;
  };
  return {
    put: (id, value, { expiresAt = Number.POSITIVE_INFINITY } = {}) => {
      rows.set(id, { value, expiresAt });
    },
    get: find,
    delete: (id) => rows.delete(id),
    entries: (now, { group, lasting = false } = {}) =>
      [...rows].flatMap(([id, { value, expiresAt }]): [string, string][] => {
        const isMeant = group === undefined || id.startsWith(`${group}/`);
        const isThere = lasting ? expiresAt === Number.POSITIVE_INFINITY : expiresAt > now;
        return isMeant && isThere ? [[id, value]] : [];
      }),
  };
}
