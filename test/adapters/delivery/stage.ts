import { Delivery } from '../../../src/adapters/delivery/delivery.ts';
import type { ReplyTarget, ShowReply } from '../../../src/core/adapter/request-event.ts';
import type { ReplyWithButtons } from '../../../src/core/reply/reply.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import { createSkippingClock } from '../../support/clocks/skipping.ts';
import { testHost } from '../../support/host.ts';
import { homeOf, PlainTransport, Plaza, type PlazaTarget, SQUARE } from '../../support/plaza.ts';
import { replyOf } from '../../support/replies.ts';

const en = sayIn('en');
export const LATE = en('delivery.late');
export const ELSEWHERE = en('delivery.elsewhere');
export const ANSWERED_PRIVATELY = en('delivery.answeredPrivately');
export const ANSWER_WAITS = en('delivery.answerWaits');

/** The private chat of Ann, who asks. */
export const HOME = homeOf('ann');
export const AT_HOME = { room: HOME, asker: 'ann' };

export const secret = replyOf({ title: 'Secret', isPrivate: true });
export const notice = replyOf({ kind: 'notice', title: 'Not yours' });

/** What Ann asks in the square, unless it says otherwise. */
export function asked(parts: Partial<PlazaTarget> = {}): PlazaTarget {
  return {
    kind: 'plaza',
    request: 'plaza:1',
    locale: 'en',
    place: { room: SQUARE, asker: 'ann' },
    ...parts,
  };
}

/** What Ann asks next in the square, unless it says otherwise. */
export function askedNext(parts: Partial<PlazaTarget> = {}): PlazaTarget {
  return asked({ request: 'plaza:2', ...parts });
}

/** A target as it is read from the store. */
export function stored<Target extends ReplyTarget>(target: Target): Target {
  return JSON.parse(JSON.stringify(target));
}

/** The delivery to a square that everybody reads, and to Ann's private chat. */
export function stage(Kind: new (plaza: Plaza) => PlainTransport = PlainTransport) {
  const plaza = new Plaza();
  const clock = createSkippingClock();
  const host = testHost(clock);
  const create = () => new Delivery({ ...host, transport: new Kind(plaza) });
  const delivery = create();
  const open = (parts?: Partial<PlazaTarget>) => shownBy(delivery.open(asked(parts)));
  return {
    plaza,
    clock,
    delivery,
    storedMessages: host.store.messages,
    /** The delivery of the next process. */
    restarted: create,
    open,
    /** Shows an answer that has no progress. */
    answer: (answer: string | ReplyWithButtons, parts?: Partial<PlazaTarget>) =>
      open(parts).last(answer),
    /** Shows an answer in the square, whose button Ann presses. */
    pressed: async (): Promise<Partial<PlazaTarget>> => {
      await open({ request: 'plaza:0' }).last('Pressed');
      const [id = ''] = [...plaza.messages.keys()].slice(-1);
      return { message: { id, shows: 'another-reply' } };
    },
    square: () => plaza.readBy('bob'),
    /** What Ann reads in the square. */
    squareOfAnn: () => plaza.readBy('ann'),
    home: () => plaza.readBy('ann', HOME),
  };
}

/** The states of a reply, each by its title or whole. */
export function shownBy(show: ShowReply | undefined) {
  if (show === undefined) throw new Error('the reply cannot be shown now');
  const whole = (state: string | ReplyWithButtons) =>
    typeof state === 'string' ? replyOf({ title: state }) : state;
  return {
    progress: (state: string | ReplyWithButtons) => show(whole(state), { isLast: false }),
    last: (state: string | ReplyWithButtons) => show(whole(state), { isLast: true }),
  };
}
