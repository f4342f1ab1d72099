/** What this adapter itself says; a part of each catalogue. */
export interface DiscordWords {
  /** The entry in the menu of a message; at most 32 characters. */
  readonly contextMenu: string;
  /** The `public` option of a command: its name in this language, and at most 100 characters that describe it. */
  readonly publicOption: { readonly name: string; readonly description: string };
  /** A label with what stands between it and its value, where there is no other sign of it. */
  readonly label: (label: string) => string;
  /** The text file that holds what does not fit into a message. */
  readonly wholeFileName: string;
  readonly wholeInFile: string;
  readonly fileLeftOut: (name: string) => string;
  /** Where an answer will come that is not ready before Discord closes the way back; for the asker alone. */
  readonly comesLater: string;
  /** The same where everyone may read the answer. */
  readonly comesLaterShared: string;
  /** Stands above an answer that comes later, and elsewhere. */
  readonly late: string;
  /** Tells in the channel that an answer waits which nobody else may read. */
  readonly answerWaits: string;
}
