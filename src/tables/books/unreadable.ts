import type { TableTrouble } from '../table.ts';

/** A file turned out to be unreadable in the middle of it. Anything else that is thrown means that it is broken. */
export class Unreadable extends Error {
  readonly why: TableTrouble;

  constructor(why: TableTrouble) {
    super(why);
    this.why = why;
  }
}
