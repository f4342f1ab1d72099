/** The thread that decodes pictures died while it worked on one. */
export class PhotoFailure extends Error {
  override readonly name = 'PhotoFailure';

  /** @param cause the error the thread ended with, or its exit code */
  constructor(cause: unknown) {
    super('the thread that decodes pictures ended while it worked on one', { cause });
  }
}
