/**
 * Exit codes: 0 success, 1 crash, 75 and 78 as in sysexits.h. After 75 a later start may succeed;
 * after 78 every start fails until a person has fixed what the last log lines name.
 */
export const EXIT = { ok: 0, crash: 1, tryAgain: 75, config: 78 } as const;

interface OperatorErrorOptions extends ErrorOptions {
  readonly exitCode?: number;
}

/** A problem that the operator has to fix; the message says what is wrong, and what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  /** The exit code of a process that cannot go on. */
  readonly exitCode: number;

  constructor(message: string, options: OperatorErrorOptions = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? EXIT.config;
  }
}
