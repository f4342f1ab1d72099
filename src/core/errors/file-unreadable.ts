/**
 * Why a file could not be read. `too-large`: it has more bytes than requested, or than the platform serves. `gone`: it no
 * longer exists, or never did. `failed`: the transfer failed and may succeed later.
 */
export type FileTrouble = 'too-large' | 'gone' | 'failed';

/** Thrown by adapters that cannot read a file. Does not contain the file's address, which may hold a secret. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
  readonly why: FileTrouble;

  constructor(why: FileTrouble, message: string) {
    super(message);
    this.why = why;
  }
}
