import { access } from 'node:fs/promises';

/** Whether a file or a directory of this name can be reached. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
