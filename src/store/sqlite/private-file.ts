import { open } from 'node:fs/promises';

/**
 * Makes a file that other users cannot read, unless there is one. SQLite would let all read it.
 * @throws the error of the system
 */
export async function makePrivateFile(file: string): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  await handle.close();
}
