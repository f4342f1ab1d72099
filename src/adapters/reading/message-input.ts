import type { Input } from '../../core/adapter/request-event.ts';
import { isSaying } from '../../words/sayings.ts';
import type { QuestionContent, Questions, QuestionVersion } from '../delivery/questions.ts';
import type { CommandSet } from '../host.ts';
import { type CommandInput, helpInput } from './command-input.ts';
import type { Greetings } from './greetings.ts';
import type { Meaning } from './meaning.ts';

interface NewMessageOptions {
  readonly commands: CommandSet;
  readonly greetings: Greetings;
  /** The id of the chat, which is greeted at most once an hour. */
  readonly chat: string;
}

/**
 * The input of a new message; undefined if the message gets no reply. A greeting counts as shown,
 * so the chat gets no other one within an hour.
 */
export function inputOfNewMessage(
  meaning: Meaning,
  { commands, greetings, chat }: NewMessageOptions,
): CommandInput | undefined {
  if (meaning.kind === 'asks') return meaning.input;
  if (meaning.kind === 'asks-about-unreadable') return helpInput(commands, 'unreadable');
  if (meaning.kind !== 'only-mentions') return undefined;
  const isGreeted = greetings.beginGreeting(chat);
  return isGreeted ? helpInput(commands, 'greeting') : undefined;
}

/**
 * The input of an edited message:
 *
 * - With other numbers or files than before, it asks again.
 * - With the same numbers and files, the edit needs no new reply: undefined.
 * - Without any, or if it is not for the bot any more, it withdraws what it asked before.
 * - “yes” withdraws nothing: most likely the message agreed to a cost before, in other words.
 *
 * @param question the message as it is now
 */
export async function inputOfEditedMessage(
  meaning: Meaning,
  question: QuestionVersion,
  questions: Pick<Questions, 'needsReply' | 'withdraw'>,
): Promise<Input | undefined> {
  const hasNumbersOrFiles = question.contentHash !== '';
  if (meaning.kind === 'asks' && hasNumbersOrFiles) {
    return (await questions.needsReply(question)) ? meaning.input : undefined;
  }
  if (meaning.kind === 'asks' && isSaying(meaning.content.text, ['yes'])) return undefined;
  // `questions` notes that it asks nothing now; the withdrawal ends its request.
  await questions.withdraw(question);
  return { kind: 'withdrawal' };
}

/** The content of a message; empty unless the meaning is `asks`. */
export function contentOf(meaning: Meaning): QuestionContent {
  return meaning.kind === 'asks' ? meaning.content : { text: '' };
}
