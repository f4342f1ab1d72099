/** What this adapter itself says; a part of the catalogue, handed in by main. */
export interface ConsoleWords {
  readonly greeting: string;
  readonly prompt: string;
  /** `nearest` is the command that was probably meant. */
  readonly unknownCommand: (name: string, nearest: string | undefined) => string;
  /** Stands above the answer to a question from before a restart. */
  readonly answeredAfterRestart: string;
  /** Said on leaving: so many questions are still open and go on at the next start. */
  readonly unfinished: (count: number) => string;
  readonly fileNotSaved: (name: string) => string;
  readonly bye: string;
}
