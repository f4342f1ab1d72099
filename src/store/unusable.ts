/**
 * `STORE_URL` names something that cannot become this program's store: a directory, a file of another program, a path
 * without permissions, a store of a newer version. Only a person can change that, so it ends a start. The message is a
 * sentence for the operator.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/** @param what the file, or the kind of database */
export function newerStore(what: string, version: number, known: number): StoreUnusable {
  return new StoreUnusable(
    `${what} was written by a newer version of imei-bot (format ${version}; this one knows up to ${known}). ` +
      'Run the newer version, or set STORE_URL to another store.',
  );
}

/** The target file exists already, and no file is overwritten. */
export class FileThere extends Error {
  override readonly name = 'FileThere';

  constructor(file: string) {
    super(`${file} is there already.`);
  }
}

/** Another process holds the store: each of two would keep the limit, and together they would cross it. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';

  constructor(file: string) {
    super(`Another imei-bot is running on ${file}.`);
  }
}
