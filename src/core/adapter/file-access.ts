import type { FileReference } from '../command/command-options.ts';
import { readWithin } from '../network/read-within.ts';

/** Limits of reading a file: its bytes, and a signal that ends it. */
export interface FileLimits {
  /** A larger file is not read: `FileUnreadable` with `too-large`. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Thrown by adapters that cannot read a file. Does not contain the file's URL, which may hold a
 * secret.
 */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
  readonly why: FileFailure;

  constructor(why: FileFailure, message: string) {
    super(message);
    this.why = why;
  }
}

/**
 * The reason why a file could not be read. `too-large`: it has more bytes than requested, or than
 * the platform serves. `gone`: it no longer exists, or never did. `failed`: the transfer failed and
 * may succeed later.
 */
export type FileFailure = 'too-large' | 'gone' | 'failed';

/**
 * Refuses a file whose size, as the platform says it, is too large: no call is needed. A file of
 * unknown size passes, since its bytes are counted as they arrive.
 * @throws FileUnreadable if the file is too large
 */
export function refuseTooLarge({ size }: FileReference, { maxBytes }: FileLimits): void {
  if (size !== undefined && size > maxBytes) {
    throw new FileUnreadable('too-large', `it has ${size} bytes`);
  }
}

/**
 * Reads a whole file.
 * @param stream null if it is empty
 * @throws FileUnreadable if the file is too large, or the error of the stream
 */
export async function readAllBytes(
  stream: AsyncIterable<Uint8Array> | null,
  { maxBytes }: FileLimits,
): Promise<Uint8Array> {
  const bytes = await readWithin(maxBytes, stream);
  if (bytes === undefined) {
    throw new FileUnreadable('too-large', `it has more than ${maxBytes} bytes`);
  }
  return bytes;
}
