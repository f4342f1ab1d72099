/** Why a TAC table could not be loaded. */
type TacTableErrorCode =
  | 'unreadable' // the file is missing, is a directory, may not be read
  | 'no-header' // no row with a column called `tac` near its top
  | 'no-columns' // a header, but without brand or model
  | 'empty'; // a header, and no row below it that can be used

/** The file of `TAC_TABLE` is no TAC table; the message says what to do. */
export class TacTableError extends Error {
  override readonly name = 'TacTableError';
  readonly code: TacTableErrorCode;

  constructor(code: TacTableErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
