import type { ReplyTarget } from '../../core/adapter/request-event.ts';
import { reply, type ShownReply } from '../../core/reply/reply.ts';
import type { PlainKey, SayFor } from '../../format/texts/say.ts';
import type { Log } from '../../ops/log/log.ts';
import { belowOthers } from './own-target.ts';
import type { ReplyState, ReplyWriter } from './reply-writer.ts';
import { hasOwnMessage, type Target } from './target.ts';
import type { RenderedMessage, Transport } from './transport.ts';

export interface PointerContext<Place extends ReplyTarget, Message extends RenderedMessage> {
  readonly transport: Transport<Place, Message>;
  readonly writer: ReplyWriter<Place, Message>;
  readonly sayFor: SayFor;
  readonly log: Log;
}

/** Says in a chat with other people where the answer is: “the answer is in our private chat”. */
export class AnswerPointer<Place extends ReplyTarget, Message extends RenderedMessage> {
  readonly #context: PointerContext<Place, Message>;

  constructor(context: PointerContext<Place, Message>) {
    this.#context = context;
  }

  /**
   * Shows the pointer in place of the progress if there is some, else if the asker expects a reply
   * there. Never rejects: the answer does not depend on it.
   */
  async show(target: Target<Place>, state: ReplyState, words: PlainKey): Promise<void> {
    const { transport, writer, sayFor, log } = this.#context;
    const isRead = transport.audienceAt(target.place) === 'shared' && transport.isOpen(target);
    if (!isRead || !(hasOwnMessage(target) || isMissed(target, state))) return;
    const pointer = { reply: sentence(sayFor(target.locale)(words)), isLast: true };
    await writer.write(belowOthers(target, transport), pointer).catch((error: unknown) => {
      log.debug({ err: error }, 'It was not said where an answer is');
    });
  }
}

/** Whether the asker expects a reply there. Nobody waits for a notice about a pressed button. */
function isMissed<Place>({ question }: Target<Place>, { reply }: ReplyState): boolean {
  return reply.kind !== 'notice' || question !== undefined;
}

function sentence(text: string): ShownReply {
  return reply({ tone: 'neutral', title: '', summary: text });
}
