import { randomUUID } from 'node:crypto';
import type { Ask, Receive } from '../../../core/adapter.ts';
import type { ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import type { End, Replies } from '../outbound/delivery.ts';
import { hasReaderLeft } from '../outbound/screen.ts';
import { requestOf, type TypedLine } from './receive.ts';

/** A line that gets a reply. */
export type Said = Extract<TypedLine, { readonly kind: 'ask' | 'unknown-command' }>;

/** What {@link createConversation} works with. */
export interface ConversationNeeds {
  readonly receive: Receive;
  readonly replies: Replies;
  readonly say: Say;
  /** BCP 47. */
  readonly locale: string;
}

/** The lines typed at the terminal, and their answers. */
export interface Conversation {
  /**
   * Answers one line once `turn` resolves. Resolves when the answer was shown or could not be, with whether the line
   * succeeded; one whose answer nobody reads any more (`… | head -1`) has not failed. A press that stops another reply has
   * no answer of its own and may never resolve.
   */
  answer(said: Said, turn?: Promise<void>): Promise<boolean>;
}

/** Creates the conversation of one session. */
export function createConversation({ receive, replies, say, locale }: ConversationNeeds): Conversation {
  const session = randomUUID();
  let lines = 0;

  const ask = (what: Ask, turn: Promise<void>): Promise<boolean> => {
    lines += 1;
    const request = requestOf(what, { session, line: lines, locale });
    return new Promise((resolve, reject) => {
      const onEnd = (end: End, reply: ShownReply): void =>
        resolve(end === 'unread' || (end === 'shown' && wentWell(reply)));
      receive(request, replies.open({ target: request.target, turn, onEnd })).catch(reject);
    });
  };
  const tellUnknown = async (title: string, turn: Promise<void>): Promise<boolean> => {
    await turn;
    const problem: ShownReply = { tone: 'bad', title, sections: [], actions: [], files: [], private: false };
    // If the output is gone, nobody can be told.
    return replies.print(problem).then(() => false, hasReaderLeft);
  };
  return {
    answer: (said, turn = Promise.resolve()) =>
      said.kind === 'ask' ? ask(said.ask, turn) : tellUnknown(unknownText(say, said), turn),
  };
}

function unknownText(
  say: Say,
  { name, nearest }: Extract<Said, { readonly kind: 'unknown-command' }>,
): string {
  return nearest === undefined
    ? say('console.unknownCommand', { name })
    : say('console.didYouMean', { name, nearest });
}

/**
 * Whether a line succeeded for scripts, which look at the exit code: no requested check failed, whatever the tone of the
 * reply. A question about further numbers is no failure.
 */
function wentWell({ tone, records = () => [] }: ShownReply): boolean {
  const failed = records().filter(({ ok }) => ok === false);
  if (tone === 'bad' || failed.some(({ result }) => result !== 'asked')) return false;
  return failed.length === 0 || failed.length < records().length;
}
