import { randomUUID } from 'node:crypto';
import type { Input, ReceiveRequest } from '../../core/adapter/request-event.ts';
import { deferred } from '../../core/promises.ts';
import type { ReplyWithButtons } from '../../core/reply/reply.ts';
import { LOCAL_USER, PLATFORM } from './principals.ts';
import type { Replies } from './replies.ts';
import { isBrokenPipe } from './screen.ts';

/**
 * Answers one line; its reply is printed once `turn` resolves. Resolves when the reply was shown or
 * could not be, with whether the line succeeded. It has if its reply is a success, if it gets no
 * reply of its own, or if nobody reads the replies any more ({@link isBrokenPipe}).
 */
export type InputHandler = (input: Input, turn?: Promise<unknown>) => Promise<boolean>;

/** Creates the handler that makes a request of each line. */
export function createInputHandler(
  receive: ReceiveRequest,
  replies: Replies,
  locale: string,
): InputHandler {
  return async (input, turn) => {
    const folder = replies.folderFor(input);
    const target = folder === undefined ? { kind: PLATFORM } : { kind: PLATFORM, folder };
    const id = `${PLATFORM}:line:${randomUUID()}`;
    const from = { requester: LOCAL_USER, scopes: [], locale, visibility: 'private' } as const;
    const answered = deferred<boolean>();
    const onEnd = (reply: ReplyWithButtons, error?: unknown): void => {
      const hasSucceeded = error === undefined ? isSuccessful(reply) : isBrokenPipe(error);
      // First `requests/answering` notes what this reply shows: the next line may be about it.
      setImmediate(() => answered.resolve(hasSucceeded));
    };
    const show = replies.open({ target, turn, onEnd });
    const receipt = await receive({ id, input, target, ...from }, show);
    if (receipt !== 'no-reply') return answered.promise;
    // The next line waits only for this one (see `answerLines`), which therefore must not end
    // before earlier lines.
    await turn;
    return true;
  };
}

/**
 * Whether a reply is a success, for the exit code. A question about further numbers is one. Unsure
 * numbers next to answered ones do not make it a failure.
 */
function isSuccessful({ tone, records = () => [] }: ReplyWithButtons): boolean {
  const all = records();
  const failed = all.filter(({ ok }) => ok === false);
  if (tone === 'bad' || failed.some(({ result }) => result !== 'unsure')) return false;
  return all.length === 0 || failed.length < all.length;
}
