import type { ReplyTarget } from '../../core/adapter/request-event.ts';
import { type ReplyWithButtons, reply } from '../../core/reply/reply.ts';
import type { PlainKey } from '../../format/texts/say.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { replacingNothing } from './own-target.ts';
import type { ReplyState } from './reply-writer.ts';
import { hasOwnMessage, type Target } from './target.ts';
import type { RenderedMessage } from './transport.ts';

/** Says in a chat with other people where the reply is: “the answer is in our private chat”. */
export class ReplyPointer<Place extends ReplyTarget, Message extends RenderedMessage> {
  readonly #context: DeliveryContext<Place, Message>;

  constructor(context: DeliveryContext<Place, Message>) {
    this.#context = context;
  }

  /**
   * Shows the pointer in place of the progress if there is some, else as a new message if the asker
   * expects a reply there. Never rejects: the reply does not depend on it.
   */
  async show(target: Target<Place>, state: ReplyState, textKey: PlainKey): Promise<void> {
    const { transport, writer, sayFor, log } = this.#context;
    const canPoint = transport.audienceAt(target.place) === 'shared' && transport.isOpen(target);
    const isExpected = hasOwnMessage(target) || isReplyExpected(target, state);
    if (!canPoint || !isExpected) return;
    const pointer = { reply: sentence(sayFor(target.locale)(textKey)), isLast: true };
    await writer.write(replacingNothing(target, transport), pointer).catch((error: unknown) => {
      log.debug({ err: error }, 'The message that points to an answer could not be sent');
    });
  }
}

/** Whether the asker expects a reply there. Nobody waits for a notice about a pressed button. */
function isReplyExpected<Place>({ question }: Target<Place>, { reply }: ReplyState): boolean {
  return reply.kind !== 'notice' || question !== undefined;
}

function sentence(text: string): ReplyWithButtons {
  return reply({ tone: 'neutral', title: '', summary: text });
}
