/** What this adapter itself says; a part of each catalogue. */
export interface TelegramWords {
  /** A label with what stands between it and its value. */
  readonly label: (label: string) => string;
  /** Said in a group when the answer is for one person, whose private chat is closed to the bot. */
  readonly openPrivateChat: string;
  readonly openPrivateChatButton: string;
  /** Takes the place of a message in a group when the answer went to the private chat. */
  readonly answeredInPrivate: string;
  /** Below a reply that did not fit into a message; `file` holds it whole. */
  readonly restInFile: (file: string) => string;
  /** The same where no file can be sent. */
  readonly restLeftOut: string;
  readonly replyFileName: string;
  /** Said when Telegram broke off while the answer was sent: nobody knows whether it arrived. */
  readonly maybeNotArrived: string;
  readonly checkButton: string;
  readonly inlineNotChecked: string;
  readonly inlineOpenChat: string;
  /** An inline message's button is pressed by somebody else than the one who sent it. */
  readonly notYourButton: string;
}
