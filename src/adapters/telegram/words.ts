/** The texts of this adapter; a part of each catalogue. */
export interface TelegramWords {
  /** A label with what separates it from its value. */
  readonly label: (label: string) => string;
  /** Said in a group if the answer is private and the private chat is closed to the bot. */
  readonly openPrivateChat: string;
  /** Opens the private chat. */
  readonly openPrivateChatButton: string;
  /** Replaces a message in a group if the answer went to the private chat. */
  readonly answeredInPrivate: string;
  /** Below a reply that does not fit into a message; `file` has all of it. */
  readonly restInFile: (file: string) => string;
  /** The same if no file can be sent. */
  readonly restLeftOut: string;
  /** The name of the file with the whole reply. */
  readonly replyFileName: string;
  /** Said if the connection broke while the answer was sent: whether it arrived is unknown. */
  readonly maybeNotArrived: string;
  /** Starts the check of an inline result. */
  readonly checkButton: string;
  /** The text of an inline result that has not been checked. */
  readonly inlineNotChecked: string;
  /** Opens the private chat from inline mode. */
  readonly inlineOpenChat: string;
  /** Said if somebody else than the author presses an inline message's button. */
  readonly notYourButton: string;
}
