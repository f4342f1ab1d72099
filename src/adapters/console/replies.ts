import type { ReplyTarget, Show } from '../../core/adapter.ts';
import type { Button, ShownReply } from '../../core/reply.ts';
import { buttonsHere, cancelButton } from './render.ts';
import { hasReaderLeft, type ReplyPrinter } from './screen.ts';

interface Opening {
  readonly target: ReplyTarget;
  /** The last state is printed once this resolves. */
  readonly turn?: Promise<void>;
  readonly heading?: string;
  /** Called once the last state was shown, or with why it could not be. */
  readonly onEnd?: (reply: ShownReply, error?: unknown) => void;
}

/** The replies on one printer: several may be in progress, each is printed once, when it is complete. */
export type Replies = ReturnType<typeof createReplies>;

/** Creates the replies that one printer shows. */
export function createReplies(printer: ReplyPrinter) {
  const underWay = new Map<symbol, UnderWay>();
  let buttons: readonly Button[] = [];

  const showProgress = (): void => printer.progress([...underWay.values()].at(-1)?.reply);
  /** Prints a reply without states. */
  const print = async (reply: ShownReply, heading?: string): Promise<void> => {
    buttons = buttonsHere(reply);
    await printer.print(reply, heading);
  };
  /** Shows one reply: intermediate states as progress, the last one printed. */
  const open = ({ target, turn, heading, onEnd }: Opening): Show => {
    const key = Symbol('reply');
    let ended = false;
    const end = async (reply: ShownReply): Promise<void> => {
      ended = true;
      await turn;
      underWay.delete(key);
      showProgress();
      const error: unknown = await print(reply, heading).catch((caught) => caught);
      onEnd?.(reply, error);
      // A reader that has left is not an error, and the reply is not shown again at the next start.
      if (error !== undefined && !hasReaderLeft(error)) throw error;
    };
    return async (reply, { last }) => {
      if (last) {
        await end(reply);
      } else if (!ended) {
        underWay.set(key, { reply, cancelled: underWay.get(key)?.cancelled ?? false });
        showProgress();
      }
      return target;
    };
  };
  return {
    open,
    print: (reply: ShownReply) => print(reply),
    /** The token of a button of the last printed reply, by its number from 1; undefined if there is none. */
    button: (number: number): string | undefined => buttons[number - 1]?.token,
    /** The token that stops the newest running reply, once for each reply; undefined if there is none. */
    takeCancel: (): string | undefined => {
      const entry = [...underWay.values()].findLast(({ cancelled }) => !cancelled);
      const token = entry && cancelButton(entry.reply)?.token;
      if (entry !== undefined && token !== undefined) entry.cancelled = true;
      return token;
    },
  };
}

interface UnderWay {
  readonly reply: ShownReply;
  cancelled: boolean;
}
