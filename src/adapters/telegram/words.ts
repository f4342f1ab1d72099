/** What this adapter itself says to people. */
export interface TelegramWords {
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

export const TELEGRAM_WORDS: TelegramWords = {
  openPrivateChat:
    'The answer is for you alone. Please open a private chat with me, press Start, and ask there.',
  openPrivateChatButton: 'Open the private chat',
  answeredInPrivate: 'I have answered you in our private chat.',
  restInFile: (file) => `… The whole answer is in the file ${file}.`,
  restLeftOut: '… There is more; ask me in a private chat to see it all.',
  replyFileName: 'answer.txt',
  maybeNotArrived:
    'Telegram broke off just now. If you see no answer of mine above, please ask again: what I have checked is kept and costs nothing.',
  checkButton: 'Check it',
  inlineNotChecked: 'Not checked yet.',
  inlineOpenChat: 'Check in the private chat',
  notYourButton: 'Only the person who sent this can use the button. You are welcome to ask me yourself.',
};
