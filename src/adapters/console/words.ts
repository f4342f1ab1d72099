/** The texts of this adapter; a part of the catalogue. */
export interface ConsoleWords {
  /** Shown at the start of a chat. */
  readonly greeting: string;
  /** Stands before the typed text. */
  readonly prompt: string;
  /** `nearest` is the command that was probably meant. */
  readonly unknownCommand: (name: string, nearest: string | undefined) => string;
  /** Stands above an answer to a line from before a restart. */
  readonly answeredAfterRestart: string;
  /** Said on leaving: this many requests are still open and continue at the next start. */
  readonly unfinished: (count: number) => string;
  /** Said if a file of a reply could not be written. */
  readonly fileNotSaved: (name: string) => string;
  /** Said on leaving without open requests. */
  readonly bye: string;
}
