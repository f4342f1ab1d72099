import type { ReplyTarget } from '../../core/adapter/request-event.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { Questions } from './questions.ts';
import type { ReplyState } from './reply-writer.ts';
import { replacesAnother, type Target, withoutMessage } from './target.ts';
import type { RenderedMessage, Transport } from './transport.ts';

/**
 * The target of a state in the own place of its reply: the message that shows the reply, else the
 * message with the reply to the question before its edit, else a new message. A notice never
 * replaces another reply. It is shown below it.
 */
export async function ownTarget<Place extends ReplyTarget, Message extends RenderedMessage>(
  target: Target<Place>,
  { reply }: ReplyState,
  { transport, questions }: DeliveryContext<Place, Message>,
): Promise<Target<Place>> {
  return reply.kind === 'notice'
    ? replacingNothing(target, transport)
    : inPreviousReply(target, questions);
}

/** A target that replaces no other reply. */
export function replacingNothing<Place extends ReplyTarget, Message extends RenderedMessage>(
  target: Target<Place>,
  transport: Transport<Place, Message>,
): Target<Place> {
  if (!replacesAnother(target)) return target;
  return { ...withoutMessage(target), place: transport.placeBelow(target) };
}

/** The reply to an edited question takes the place of the reply before the edit. */
async function inPreviousReply<Place>(
  target: Target<Place>,
  questions: Pick<Questions, 'previousReply'>,
): Promise<Target<Place>> {
  const { message, question } = target;
  if (message !== undefined || question === undefined) return target;
  const previous = await questions.previousReply(question);
  if (previous === undefined) return target;
  return { ...target, message: { id: previous, shows: 'another-reply' } };
}
