/** What this adapter itself says; a part of the catalogue, handed in by main. */
export interface DiscordWords {
  /** Describes the `public` option of a command; at most 100 characters. */
  readonly publicOption: string;
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

export const ENGLISH: DiscordWords = {
  publicOption: 'Show the answer to everyone here, not only to you',
  wholeFileName: 'answer.txt',
  wholeInFile: 'This is not all: the whole answer is in the attached file.',
  fileLeftOut: (name) => `The file ${name} is too large for Discord and was left out.`,
  comesLater:
    'This takes longer than Discord keeps this message open (15 minutes). If the answer is not here by then, I send it to you as a direct message; if I cannot write to you, you get it with your next command.',
  comesLaterShared:
    'This takes longer than Discord keeps this message open (15 minutes). If the answer is not here by then, I send it to you as a direct message; if I cannot write to you, I post it in this channel.',
  late: 'You asked this a while ago. Here is the answer:',
  answerWaits:
    'your answer is ready, but I cannot send you a direct message. Use any of my commands, and I show it to you alone.',
};
