import { randomUUID } from 'node:crypto';
import type { Ask, Receive, Request } from '../../core/adapter.ts';
import type { ShownReply } from '../../core/reply.ts';
import type { Say } from '../../format/words/say.ts';
import { LOCAL_USER, PLATFORM, type TypedLine } from './line.ts';
import type { Replies } from './replies.ts';
import { hasReaderLeft } from './screen.ts';

/** A line that gets a reply. */
type Said = Extract<TypedLine, { readonly kind: 'ask' | 'unknown-command' }>;

interface ConversationOptions {
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
export function createConversation({ receive, replies, say, locale }: ConversationOptions): Conversation {
  const session = randomUUID();
  let line = 0;

  const answerAsk = (ask: Ask, turn: Promise<void>): Promise<boolean> => {
    line += 1;
    // It identifies the line without its text.
    const target = { kind: PLATFORM, session, line };
    const id = `${PLATFORM}:line:${randomUUID()}`;
    const who = { requester: LOCAL_USER, scopes: [], locale, visibility: 'private' } as const;
    const request: Request = { id, ask, target, ...who };
    return new Promise((resolve, reject) => {
      const onEnd = (reply: ShownReply, error?: unknown): void =>
        resolve(error === undefined ? wentWell(reply) : hasReaderLeft(error));
      receive(request, replies.open({ target, turn, onEnd })).catch(reject);
    });
  };
  const answerUnknown = async (title: string, turn: Promise<void>): Promise<boolean> => {
    await turn;
    const problem: ShownReply = { tone: 'bad', title, sections: [], actions: [], files: [], private: false };
    return replies.print(problem).then(() => false, hasReaderLeft);
  };
  return {
    answer: (said, turn = Promise.resolve()) => {
      if (said.kind === 'ask') return answerAsk(said.ask, turn);
      const { name, nearest } = said;
      const isNear = nearest !== undefined;
      const title = isNear
        ? say('console.didYouMean', { name, nearest })
        : say('console.unknownCommand', { name });
      return answerUnknown(title, turn);
    },
  };
}

/**
 * Whether a line succeeded for scripts, which look at the exit code: no requested check failed, whatever the tone of the
 * reply. A question about further numbers is not a failure.
 */
function wentWell({ tone, records = () => [] }: ShownReply): boolean {
  const failed = records().filter(({ ok }) => ok === false);
  if (tone === 'bad' || failed.some(({ result }) => result !== 'asked')) return false;
  return failed.length === 0 || failed.length < records().length;
}
