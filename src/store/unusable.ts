/**
 * What `STORE_URL` names can never be this program's store as it stands: a directory, a file of another program, a
 * place without rights, a store of a newer version. Only a person can change that, so a start ends with it. The message
 * is a sentence for the operator.
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

/** A file that should be written anew is there already, and nothing is written over. */
export class FileThere extends Error {
  override readonly name = 'FileThere';

  constructor(file: string) {
    super(`${file} is there already.`);
  }
}

/** Another process holds the store: two on one store would each keep the limit, and together cross it. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';

  constructor(file: string) {
    super(`Another imei-bot is running on ${file}.`);
  }
}
