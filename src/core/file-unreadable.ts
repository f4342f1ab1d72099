/**
 * Why a file somebody sent could not be read. `too-large`: it has more bytes than were asked for, or than the platform
 * hands out. `gone`: it is not there any more, or never was. `failed`: the way to it is broken; later it may work.
 */
export type FileTrouble = 'too-large' | 'gone' | 'failed';

/** What an adapter throws that cannot read a file. Says nothing of where the file is: its address may hold a secret. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
  readonly why: FileTrouble;

  constructor(why: FileTrouble, message: string) {
    super(message);
    this.why = why;
  }
}
