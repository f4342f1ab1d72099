import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Whether nothing can be read from a descriptor: `/dev/null`, which services and containers start with, or a closed one.
 * Pipes, files and terminals have at least an end.
 */
export function hasNoInput(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && !isatty(descriptor);
  } catch {
    return true;
  }
}
