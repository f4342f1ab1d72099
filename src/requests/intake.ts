import {
  type AskingEvent,
  isAsking,
  type Question,
  type Receipt,
  type ReceiveRequest,
  type RequestEvent,
  type ShowReply,
} from '../core/adapter/request-event.ts';
import type { Lifetime } from '../core/lifetime/lifetime.ts';
import { type Principal, platformOf } from '../core/principal.ts';
import { timeLimited } from '../core/promises.ts';
import type { Reply } from '../core/reply/reply.ts';
import type { Clock } from '../core/time/clock.ts';
import { notices } from '../format/reply/notices.ts';
import { sayIn } from '../format/texts/say.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { Acceptance } from './acceptance.ts';
import type { Access } from './access.ts';
import type { Answering } from './answering.ts';
import type { EffectivePress, Presses } from './buttons/presses.ts';
import type { TypedWords } from './buttons/typed-words.ts';
import type { LiveRequest } from './live-request.ts';
import type { LiveRequests } from './live-requests.ts';
import type { RequestRows } from './request-rows.ts';
import { storedForm } from './stored-form.ts';

/** The most open requests of one account; further ones are refused until some are settled. */
const OPEN_PER_ACCOUNT = 50;
/** The most requests in memory. While the store fails, settled ones stay there as well. */
const IN_MEMORY = 5_000;
/** Time for which the reply to an edit waits until the requests that it has stopped have ended. */
const ENDED_WITHIN_MS = 10_000;

interface IntakeOptions {
  readonly requests: LiveRequests;
  readonly rows: Pick<RequestRows, 'stop'>;
  readonly acceptance: Acceptance;
  readonly answering: Answering;
  readonly access: Access;
  readonly presses: Presses;
  readonly typedWords: TypedWords;
  readonly metrics: Pick<Metrics, 'replyShown'>;
  readonly lifetime: Lifetime;
  readonly clock: Pick<Clock, 'later'>;
  readonly log: Log;
}

/** Takes requests from the adapters: refuses them, or stores them and has them answered. */
export class Intake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /**
   * Takes an event, in this order:
   *
   * 1. The edit of a question stops what it asked before, and what was begun below its reply.
   * 2. An event that asks nothing gets no reply. A person who is not allowed is refused.
   * 3. A typed word may mean the press of a button. Below somebody else’s reply it gets no reply.
   * 4. A press that stops something is no request.
   * 5. A limit refuses the request, unless it takes the place of what it stopped, or this event was
   *    accepted before.
   * 6. The request is accepted: its row is stored, and it is answered.
   */
  readonly receive: ReceiveRequest = async (received, show) => {
    const { requests, rows, acceptance, answering, access, presses } = this.#options;
    const say = sayIn(received.locale);
    const stopped = requests.recordEdit(received);
    await rows.stop(stopped);
    if (!isAsking(received)) return 'no-reply';
    if (!access.isAllowed(received)) {
      return this.#refuse(received, show, notices.notAllowed(say, received.requester));
    }
    const meant = await this.#takeMeaning(received);
    if (meant === undefined) return 'no-reply';
    const pressed = await this.#lookUpPress(meant);
    // Before the limits, since a stop needs no capacity and may free some. The reply of the request
    // that it stopped shows the stop.
    if (pressed !== undefined && (await presses.stopBy(pressed))) return 'no-reply';
    const refusal = this.#refusalOf(meant, pressed?.question, stopped);
    // An event that was accepted before is only delivered again, and must not be refused now.
    if (refusal !== undefined && !(await acceptance.wasAccepted(meant.id))) {
      // Even then its person is here, and earlier replies may be shown below the refusal.
      answering.retryFor(meant);
      return this.#refuse(meant, show, refusal);
    }
    return this.#accept(requests.withQuestion(meant, pressed?.question), show, stopped);
  };

  /** @param stopped the requests that this edit has stopped; its reply may take their place */
  async #accept(
    event: AskingEvent,
    show: ShowReply,
    stopped: readonly LiveRequest[],
  ): Promise<Receipt> {
    const { acceptance, answering, lifetime, log } = this.#options;
    const accepting = acceptance.accept(storedForm(event));
    // Accepting and answering are one piece of work, so that the run cannot end between them.
    const work = accepting.then(async ({ request }) => {
      if (request === undefined) return;
      await this.#untilEnded(stopped);
      await answering.run(request, show);
    });
    void lifetime.track(work);
    try {
      const { request, receipt } = await accepting;
      // Earlier replies may be shown below the reply to this event. A repeated event gets no reply.
      if (request !== undefined) answering.retryFor(event);
      return receipt;
    } catch (error) {
      log.error(
        { err: error, request: event.id },
        'A request could not be accepted; its reply says so',
      );
      return this.#refuse(event, show, notices.unexpected(sayIn(event.locale)));
    }
  }

  async #untilEnded(requests: readonly LiveRequest[]): Promise<void> {
    if (requests.length === 0) return;
    const { clock } = this.#options;
    const ends = requests.map((request) => request.ended);
    await timeLimited({ ms: ENDED_WITHIN_MS, clock }, () => Promise.all(ends));
  }

  /**
   * @param pressedBelow the question whose reply has the button that was pressed
   * @param stopped the requests that this edit has stopped; its reply may take their place
   */
  #refusalOf(
    { requester, locale }: AskingEvent,
    pressedBelow: Question | undefined,
    stopped: readonly LiveRequest[],
  ): Reply | undefined {
    const say = sayIn(locale);
    // A client may still show a button whose reply was replaced a moment ago.
    if (this.#options.requests.isReplyReplaced(requester, pressedBelow)) {
      return notices.buttonExpired(say);
    }
    // No limit holds for such an edit: it needs no more capacity than the requests that it stopped.
    if (stopped.length > 0) return undefined;
    return this.#isFull(requester) ? notices.busy(say) : undefined;
  }

  #isFull(requester: Principal): boolean {
    const { requests } = this.#options;
    return requests.countOpen(requester) >= OPEN_PER_ACCOUNT || requests.size >= IN_MEMORY;
  }

  /** Calls `TypedWords.takeMeaning`. If the store fails, the event stands for itself. */
  async #takeMeaning(event: AskingEvent): Promise<AskingEvent | undefined> {
    try {
      return await this.#options.typedWords.takeMeaning(event);
    } catch (error) {
      const { log } = this.#options;
      log.debug(
        { err: error, request: event.id },
        'The store could not be asked which button a word means; it is taken as text',
      );
      return event;
    }
  }

  /** Undefined if the event is not a press, if the press does nothing, or if the store fails. */
  async #lookUpPress({ id, input, requester }: AskingEvent): Promise<EffectivePress | undefined> {
    if (input.kind !== 'press') return undefined;
    const { presses, log } = this.#options;
    try {
      const pressed = await presses.lookUp({ ...input, requester });
      return pressed.kind === 'effect' ? pressed : undefined;
    } catch (error) {
      log.debug({ err: error, request: id }, 'A press could not be looked up; its reply says so');
      return undefined;
    }
  }

  /**
   * Nothing is stored of a refused request, and its platform need not wait until the refusal is
   * shown.
   */
  #refuse({ id, requester }: RequestEvent, show: ShowReply, reply: Reply): Receipt {
    const { metrics, lifetime, log } = this.#options;
    const shown = show({ ...reply, actions: [] }, { isLast: true }).then(
      () => metrics.replyShown(platformOf(requester)),
      (error: unknown) => {
        log.warn(
          { err: error, request: id },
          'A refusal could not be shown; its person gets no reply',
        );
      },
    );
    void lifetime.track(shown);
    return 'confirm';
  }
}
