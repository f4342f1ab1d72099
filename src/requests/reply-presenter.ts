import type { AdapterOf } from '../core/adapter/adapter.ts';
import {
  type ReplyTarget,
  ReplyWaits,
  type ShowOptions,
  type ShowReply,
} from '../core/adapter/request-event.ts';
import { STOP_WITHIN_MS } from '../core/lifetime/lifetime.ts';
import { platformOf } from '../core/principal.ts';
import { onceAborted, timeLimited } from '../core/promises.ts';
import type { Reply } from '../core/reply/reply.ts';
import type { Clock } from '../core/time/clock.ts';
import { sayIn } from '../format/texts/say.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { Attempt } from './attempt.ts';
import type { LiveRequest } from './live-request.ts';
import type { RequestRows } from './request-rows.ts';

/**
 * Time for which the next state is awaited before the current one is shown: most replies come at
 * once and are then shown only once, as the last state.
 */
const NEXT_STATE_MS = 30;

/** Made once: an error costs more than everything else here. */
const NOT_SHOWN_ANY_MORE = new Error('no further state of this reply is shown');

/**
 * The end of an attempt to answer. `shown`: the last state was shown. `not-shown`: it could not be.
 * `handed-over`: the next run continues.
 */
export type AttemptOutcome = 'shown' | 'not-shown' | 'handed-over';

interface ReplyPresenterOptions {
  readonly rows: Pick<RequestRows, 'recordShown'>;
  readonly adapterOf: AdapterOf;
  readonly metrics: Pick<Metrics, 'replyShown'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Phases of showing the states before the last one:
 *
 *     showing ── the last state is shown, or cannot be ──> finished
 *        └────── the request is handed over ─────────────> handed-over
 *
 * - showing: a state is shown if no other one follows within a moment.
 * - finished: no state is shown. One that is still on its way changes nothing any more.
 * - handed-over: no further state is shown. If one is still on its way, the row gets the place
 *   where it arrives, since the next run continues there.
 */
type Phase = 'showing' | 'finished' | 'handed-over';

/**
 * Shows the states of one reply: the last one always, an earlier one only if no other one follows
 * within a moment.
 */
export class ReplyPresenter {
  readonly #request: LiveRequest;
  readonly #show: ShowReply;
  /** After an interruption the last state is still shown, unless the request is handed over. */
  readonly #attempt: Attempt;
  readonly #options: ReplyPresenterOptions;
  #phase: Phase = 'showing';
  /** Aborted once the last state was shown or could not be, or the request is handed over. */
  readonly #ended = new AbortController();
  /** Settles when the states that are on their way are shown. Never rejects. */
  #onTheirWay: Promise<unknown> = Promise.resolve();

  constructor(
    request: LiveRequest,
    show: ShowReply,
    attempt: Attempt,
    options: ReplyPresenterOptions,
  ) {
    this.#request = request;
    this.#show = show;
    this.#attempt = attempt;
    this.#options = options;
  }

  /**
   * Resolves when the last state was shown, cannot be shown, or the request is handed over.
   * @throws the error of the states
   */
  async present(states: AsyncIterable<Reply>): Promise<AttemptOutcome> {
    try {
      const last = await Promise.race([this.#lastOf(states), this.#untilHandedOver()]);
      if (last !== undefined) return await this.#showLast(last);
      await this.#untilArrived();
      return 'handed-over';
    } finally {
      this.#become('finished');
    }
  }

  /** Runs the command to its end, and shows each state that no other one follows in a moment. */
  async #lastOf(states: AsyncIterable<Reply>): Promise<Reply> {
    let last: Reply | undefined;
    let cancel = (): void => undefined;
    try {
      for await (const state of states) {
        cancel();
        if (this.#phase !== 'showing') break;
        last = state;
        cancel = this.#options.clock.later(NEXT_STATE_MS, () => this.#showEarlier(state));
      }
    } finally {
      cancel();
    }
    if (last === undefined) throw new Error('a reply without a state');
    return last;
  }

  /** Resolves when the request is handed over to the next run. */
  #untilHandedOver(): Promise<undefined> {
    return new Promise((resolve) => {
      onceAborted(this.#attempt.signal, () => {
        if (this.#attempt.interruption !== 'handed-over') return;
        this.#become('handed-over');
        resolve(undefined);
      });
    });
  }

  /** Does not wait: a slow platform must not block the command. */
  #showEarlier(state: Reply): void {
    if (this.#phase !== 'showing') return;
    const options = { isLast: false, ended: this.#ended.signal };
    const shown = this.#showState(state, options).catch((error: unknown) => {
      this.#options.log.debug(
        { err: error, request: this.#request.id },
        'A state of a reply could not be shown; a later one may be',
      );
    });
    this.#onTheirWay = Promise.all([this.#onTheirWay, shown]);
  }

  async #showLast(state: Reply): Promise<AttemptOutcome> {
    // If the process were killed in between, the next one would go on with what reads as stopped.
    await this.#request.stopNoted;
    try {
      await this.#showState(state, { isLast: true });
      return 'shown';
    } catch (error) {
      this.#logNotShown(error);
      return 'not-shown';
    }
  }

  #logNotShown(error: unknown): void {
    const { log } = this.#options;
    const request = this.#request.id;
    if (error instanceof ReplyWaits) {
      log.info({ request }, 'A reply waits until its requester contacts the bot again');
    } else {
      log.warn({ err: error, request }, 'A reply could not be shown; it will be tried again');
    }
  }

  async #showState(state: Reply, options: ShowOptions): Promise<void> {
    const request = this.#request;
    const shown = request.isForgotten ? this.#forgotten(state, options.isLast) : state;
    // From now on its buttons do what this state says: one may be pressed before the platform has
    // reported that it is shown.
    const reply = { ...shown, actions: request.buttons.offer(shown.actions) };
    const target = await this.#show(reply, options);
    this.#options.metrics.replyShown(platformOf(request.requester));
    if (this.#phase !== 'finished') await this.#noteShown(shown, target, options);
  }

  /** Notes where the state is shown, and that people see its buttons. */
  async #noteShown(
    { kind, actions }: Reply,
    target: ReplyTarget,
    { isLast }: ShowOptions,
  ): Promise<void> {
    const { adapterOf, rows } = this.#options;
    const request = this.#request;
    const message = adapterOf(request.requester)?.messageNameOf?.(target);
    // The buttons of the last state are stored when the row is closed. A notice has none.
    if (!isLast) await rows.recordShown(request, { target, actions, message });
    else if (kind !== 'notice') request.buttons.recordShown(actions, message);
  }

  /** The state without buttons, which would not be stored: its person has deleted their data. */
  #forgotten(state: Reply, isLast: boolean): Reply {
    // A good reply lacks nothing, such as that to another `/forget`: it was complete before.
    const isEnded = isLast && this.#attempt.interruption === 'forgotten' && state.tone !== 'good';
    const summary = sayIn(this.#request.event.locale)('stopped.forgotten');
    return { ...state, ...(isEnded && { summary }), actions: [] };
  }

  /** Waits a moment for what is on its way: the next run continues in that message. */
  async #untilArrived(): Promise<void> {
    const { clock } = this.#options;
    await timeLimited({ ms: STOP_WITHIN_MS, clock }, () => this.#onTheirWay);
  }

  /** Later calls do nothing. */
  #become(next: 'finished' | 'handed-over'): void {
    if (this.#phase !== 'showing') return;
    this.#phase = next;
    this.#ended.abort(NOT_SHOWN_ANY_MORE);
  }
}
