import type { ReplyTarget, Show } from '../../../core/adapter.ts';
import type { Button, ShownReply } from '../../../core/reply.ts';
import { buttonsHere, cancelButton } from './render.ts';
import { hasReaderLeft, type ReplyPrinter } from './screen.ts';

interface Opening {
  readonly target: ReplyTarget;
  /** The last state is printed once this resolves. */
  readonly turn?: Promise<void>;
  readonly heading?: string;
  /** Called once the last state was shown or could not be. */
  readonly onEnd?: (end: End, reply: ShownReply) => void;
}

/** What became of the last state: shown, given up because nobody reads there any more, or not shown for another reason. */
export type End = 'shown' | 'unread' | 'failed';

/** The replies on one printer: several may be in progress, each is printed once, when it is complete. */
export interface Replies {
  /** Shows one reply: intermediate states as progress, the last one printed. */
  open(opening: Opening): Show;
  /** Prints a reply without states. */
  print(reply: ShownReply): Promise<void>;
  /** The token of a button of the last printed reply, by its number from 1; undefined if there is none. */
  button(number: number): string | undefined;
  /** The token that stops the newest running reply, once for each reply; undefined if there is none. */
  takeCancel(): string | undefined;
}

/** Creates the replies that one printer shows. */
export function createReplies(printer: ReplyPrinter): Replies {
  const underWay = new Map<symbol, UnderWay>();
  let buttons: readonly Button[] = [];

  const showProgress = (): void => printer.progress([...underWay.values()].at(-1)?.reply);
  const print = async (reply: ShownReply, heading?: string): Promise<void> => {
    buttons = buttonsHere(reply);
    await printer.print(reply, heading);
  };
  const open = ({ target, turn, heading, onEnd }: Opening): Show => {
    const key = Symbol('reply');
    let ended = false;
    const end = async (reply: ShownReply): Promise<void> => {
      ended = true;
      await turn;
      underWay.delete(key);
      showProgress();
      try {
        await print(reply, heading);
      } catch (error) {
        // A reader that has left is not an error, and the reply is not shown again at the next start.
        const isUnread = hasReaderLeft(error);
        onEnd?.(isUnread ? 'unread' : 'failed', reply);
        if (isUnread) return;
        throw error;
      }
      onEnd?.('shown', reply);
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
    print: (reply) => print(reply),
    button: (number) => buttons[number - 1]?.token,
    takeCancel: () => {
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
