import { errorCode, errorMessage } from '../core/error-code.ts';
import { OperatorError } from '../core/operator/operator-error.ts';

/**
 * The database could not be read or written; the cause is its own error. Every method of an open
 * store rejects with this, unless a statement is wrong: that is a bug, and repeating does not help.
 */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed';

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause });
  }
}

/**
 * `STORE_URL` names something that cannot become this program's store: a directory, a file of
 * another program, a path without permissions, a store of another version. Only a person can change
 * that, so it ends a start. The message is the problem and the advice, for the operator.
 */
export class StoreUnusable extends OperatorError {
  override readonly name = 'StoreUnusable';
  readonly problem: string;
  /** Advice, if it depends on which file was opened, and for what. */
  readonly advice: string | undefined;

  constructor(problem: string, advice?: string, options?: ErrorOptions) {
    super(advice === undefined ? problem : `${problem} ${advice}`, options);
    this.problem = problem;
    this.advice = advice;
  }
}

/** Another process owns the store. Two processes would together exceed the limit. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';

  constructor(file: string) {
    super(`Another imei-bot is running on ${file}.`);
  }
}

/** Whether the store cannot be used, for whatever reason: not a bug, an operator has to look. */
export function isStoreError(error: unknown): error is StoreFailed | StoreUnusable | StoreInUse {
  return [StoreFailed, StoreUnusable, StoreInUse].some((kind) => error instanceof kind);
}

/**
 * Whether a statement is wrong, by the codes of SQLite and PostgreSQL: that is a bug, and waiting
 * does not help.
 */
export function isWrongStatement(error: unknown): boolean {
  return /^(SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE)|2[23]\w{3}|42\w{3})$/.test(
    errorCode(error) ?? '',
  );
}

/**
 * Turns the error of a statement into one that callers of the store know.
 * @throws StoreFailed with this error as its cause, or the error itself if the statement is wrong
 */
export function throwStoreFailed(error: unknown): never {
  if (isWrongStatement(error)) throw error;
  throw new StoreFailed(error);
}
