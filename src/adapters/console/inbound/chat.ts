import type { Readable, Writable } from 'node:stream';
import type { Say } from '../../../format/words/say.ts';
import type { Replies } from '../outbound/delivery.ts';
import type { Conversation, Said } from './conversation.ts';
import { openPrompt, type Prompt } from './prompt.ts';
import { LEAVE_WORDS, type TypedLine } from './receive.ts';

/** Stands before the typed text. */
const PROMPT = 'imei> ';

/** What {@link openChat} works with. */
export interface ChatNeeds {
  readonly input: Readable;
  readonly output: Writable;
  readonly conversation: Conversation;
  readonly replies: Replies;
  readonly read: (line: string) => TypedLine;
  readonly commandNames: readonly string[];
  readonly say: Say;
  /** Called once the person has left. */
  readonly onLeft: () => void;
}

/** An open chat. */
export interface Chat {
  /** Where replies appear. */
  readonly prompt: Prompt;
  /** Takes no more lines. Resolves once the terminal is restored. */
  leave(): Promise<void>;
}

/** A person at a terminal: lines are answered as they come, Ctrl-C stops the running reply. */
export async function openChat(needs: ChatNeeds): Promise<Chat> {
  const { conversation, replies, read, say } = needs;
  let unanswered = 0;
  let leaving: Promise<void> | undefined;

  const farewell = (): string =>
    unanswered === 0
      ? say('console.bye')
      : `${say('console.bye')} ${say('console.unfinished', { count: unanswered })}`;
  const answer = async (line: Said): Promise<void> => {
    unanswered += 1;
    await conversation.answer(line);
    unanswered -= 1;
  };
  const prompt = openPrompt({
    input: needs.input,
    output: needs.output,
    prompt: PROMPT,
    completions: [...needs.commandNames, ...LEAVE_WORDS].map((name) => `/${name}`),
    onLine: (text) => {
      const line = read(text);
      if (line.kind === 'leave') void leave();
      else if (line.kind !== 'nothing') void answer(line);
    },
    onInterrupt: () => {
      const token = replies.takeCancel();
      if (token === undefined) void leave();
      else void conversation.answer({ kind: 'ask', ask: { kind: 'press', token } });
    },
    onEnd: () => void leave(),
  });
  async function leaveOnce(): Promise<void> {
    // The terminal may be gone already; the farewell is optional.
    await prompt.close(farewell()).catch(() => undefined);
    needs.onLeft();
  }
  function leave(): Promise<void> {
    leaving ??= leaveOnce();
    return leaving;
  }
  return { prompt, leave };
}
