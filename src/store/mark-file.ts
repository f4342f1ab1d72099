import { readFile } from 'node:fs/promises';
import { ignoreMissing } from '../core/error-code.ts';
import { writeDurably } from './durable-files.ts';

/** One line in a file next to the store, which survives a power loss once it is written. */
export interface MarkFile {
  /**
   * undefined if there is none.
   * @throws the error of the system if it cannot be read
   */
  read(): Promise<string | undefined>;
  write(mark: string): Promise<void>;
}

export function createMarkFile(path: string): MarkFile {
  return {
    read: () => ignoreMissing(readFile(path, 'utf8')),
    write: (mark) => writeDurably(path, mark),
  };
}
