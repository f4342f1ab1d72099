import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Whether nothing can ever be read there: what services and containers are started with (`/dev/null`), and what was
 * closed. A pipe, a file and a terminal have something to say, if only their end.
 */
export function hasNoInput(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && !isatty(descriptor);
  } catch {
    return true;
  }
}
