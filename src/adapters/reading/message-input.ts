import type { Input } from '../../core/adapter/request.ts';
import { says } from '../../words/sayings.ts';
import type { HashedQuestion, QuestionContent, Questions } from '../delivery/questions.ts';
import type { CommandSet } from '../host.ts';
import { type CommandInput, topicInput } from './command-input.ts';
import type { Greetings } from './greetings.ts';
import type { Meaning } from './meaning.ts';

interface NewMessageContext {
  readonly commands: CommandSet;
  readonly greetings: Greetings;
  /** The id of the chat, which is greeted at most once an hour. */
  readonly chat: string;
}

/**
 * What a new message asks; undefined if it gets no answer. A greeting counts as said: the chat is
 * not greeted again within an hour.
 */
export function inputOfNew(
  meaning: Meaning,
  { commands, greetings, chat }: NewMessageContext,
): CommandInput | undefined {
  if (meaning.kind === 'asks') return meaning.input;
  if (meaning.kind === 'asks-about-unreadable') return topicInput(commands, 'unreadable');
  const isGreeted = meaning.kind === 'only-mentions' && greetings.beginGreeting(chat);
  return isGreeted ? topicInput(commands, 'greeting') : undefined;
}

/**
 * What an edited message asks; undefined if the edit changes nothing. It is asked again if it has
 * other numbers or files now. If it has none any more, or is not for the bot any more, what it
 * asked before is withdrawn, unless it says “yes” now: most likely it said so before in other
 * words, and what that began goes on.
 * @param question the message as it is now
 */
export async function inputOfEdit(
  meaning: Meaning,
  question: HashedQuestion,
  questions: Pick<Questions, 'needsAnswer' | 'withdraw'>,
): Promise<Input | undefined> {
  if (meaning.kind === 'asks' && question.contentHash !== '') {
    return (await questions.needsAnswer(question)) ? meaning.input : undefined;
  }
  if (says(contentOf(meaning).text, ['yes'])) return undefined;
  await questions.withdraw(question);
  return { kind: 'withdrawal' };
}

/** What a message asks about; nothing if it asks nothing. */
export function contentOf(meaning: Meaning): QuestionContent {
  return meaning.kind === 'asks' ? meaning.content : { text: '' };
}
