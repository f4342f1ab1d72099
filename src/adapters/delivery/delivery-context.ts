import type { ReplyTarget } from '../../core/adapter/request-event.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { SayFor } from '../../format/texts/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { Questions } from './questions.ts';
import type { ReplyWriter } from './reply-writer.ts';
import type { ShownRequests } from './shown-requests.ts';
import type { RenderedMessage, Transport } from './transport.ts';
import type { Typing } from './typing.ts';

/** The parts that all replies of one platform share. */
export interface DeliveryContext<Place extends ReplyTarget, Message extends RenderedMessage> {
  readonly transport: Transport<Place, Message>;
  readonly writer: ReplyWriter<Place, Message>;
  readonly questions: Questions;
  readonly typing: Typing<Place>;
  readonly shownRequests: ShownRequests;
  readonly sayFor: SayFor;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a reply has to wait until its asker contacts the bot again. */
  readonly onWaiting: (requestId: string) => void;
}
