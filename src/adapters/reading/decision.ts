import type {
  AskedContent,
  EditableMessage,
  EditableMessages,
} from '../delivery/editable-messages.ts';
import { type CommandInput, topicInput } from './command-input.ts';
import type { Greetings } from './greetings.ts';
import { hasNumberOrFile, type Meaning } from './meaning.ts';

/** What to do about an edit. */
export type EditDecision =
  | { readonly kind: 'ask'; readonly input: CommandInput }
  /** Press the button that stops the answer under way, as its asker. */
  | { readonly kind: 'stop'; readonly token: string; readonly message: string }
  | { readonly kind: 'ignore' };

interface NewMessageContext {
  /** The command that says what the bot does. */
  readonly startCommand: string;
  readonly greetings: Greetings;
  /** The id of the chat, which is greeted at most once an hour. */
  readonly chat: string;
}

/** What a new message asks; undefined if it gets no answer. */
export function inputOfNew(
  meaning: Meaning,
  { startCommand, greetings, chat }: NewMessageContext,
): CommandInput | undefined {
  if (meaning.kind === 'asks') return meaning.input;
  if (meaning.kind === 'asks-about-hidden') return topicInput(startCommand, 'unreadable');
  const isGreeted = meaning.kind === 'only-mentions' && greetings.beginGreeting(chat);
  return isGreeted ? topicInput(startCommand, 'greeting') : undefined;
}

/**
 * Decides about an edited message. It is asked again if it has other numbers or files now. If it
 * has none any more, or is not for the bot any more, an answer under way stops: it costs checks. A
 * complete answer stays.
 * @param message the message as it is now
 */
export async function decideEdit(
  meaning: Meaning,
  message: EditableMessage,
  editableMessages: Pick<EditableMessages, 'isNew' | 'stopOf'>,
): Promise<EditDecision> {
  if (meaning.kind === 'asks' && hasNumberOrFile(meaning.input)) {
    const isNew = await editableMessages.isNew(message);
    return isNew ? { kind: 'ask', input: meaning.input } : { kind: 'ignore' };
  }
  const stop = editableMessages.stopOf(message.id);
  return stop === undefined ? { kind: 'ignore' } : { kind: 'stop', ...stop };
}

/** What a message asks about; nothing if it asks nothing. */
export function askedContent(meaning: Meaning): AskedContent {
  return meaning.kind === 'asks' ? meaning.content : { text: '' };
}
