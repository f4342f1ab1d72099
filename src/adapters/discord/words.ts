/** The texts of this adapter; a part of each catalogue. */
export interface DiscordWords {
  /** The entry in a message's menu; at most 32 characters. */
  readonly contextMenu: string;
  /** The `public` option of a command: its name, and a description of at most 100 characters. */
  readonly publicOption: { readonly name: string; readonly description: string };
  /** A label with what separates it from its value. */
  readonly label: (label: string) => string;
  /** The name of the text file for what does not fit into a message. */
  readonly wholeFileName: string;
  /** Refers to that file. */
  readonly wholeInFile: string;
  /** Says that a file could not be attached. */
  readonly fileLeftOut: (name: string) => string;
  /** Where an answer will come that is not ready before the token expires; for the asker alone. */
  readonly comesLater: string;
  /** The same if everyone may read the answer. */
  readonly comesLaterShared: string;
  /** Stands above an answer that comes later, elsewhere. */
  readonly late: string;
  /** Says in the channel that a private answer waits. */
  readonly answerWaits: string;
}
