import { readFile, stat } from 'node:fs/promises';

/**
 * The id of the process that holds a file for itself. Undefined where none does.
 * @throws Error where the kernel keeps no list of locks, which Linux alone does
 */
export async function processHolding(file: string): Promise<string | undefined> {
  const { ino } = await stat(file);
  return holderIn(await readFile('/proc/locks', 'utf8'), ino);
}

/** @param locks `/proc/locks`, of which each line has the kind of a lock, its process, and device and inode of the file */
export function holderIn(locks: string, inode: number): string | undefined {
  return locks.split(new RegExp(` WRITE +(\\d+) \\S+:${inode} `))[1];
}
