import type { ReplyTarget } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Reply } from '../core/reply.ts';

/**
 * How long the next state is awaited before the current one is shown: most answers come at once and are then shown only
 * once, as the last state.
 */
const NEXT_STATE_MS = 30;

/** How {@link presentStates} shows a command's states. */
export interface Presentation {
  /** The successive states of the reply. */
  readonly states: AsyncIterable<Reply>;
  /** Shows one state; resolves with where the reply stands then. */
  readonly show: (state: Reply, last: boolean) => Promise<ReplyTarget>;
  /** Called if the reply is now shown elsewhere, and more states follow. */
  readonly onMoved: (target: ReplyTarget) => Promise<void>;
  /** Called if a state before the last could not be shown; the next one may be. */
  readonly onHiccup: (error: unknown) => void;
  /** Times how long the next state is awaited. */
  readonly clock: Clock;
  /** Abandons the command and shows nothing more. */
  readonly leave: AbortSignal;
}

/** The last state could not be shown. */
export class ShowFailed extends Error {
  override readonly name = 'ShowFailed';

  constructor(cause: unknown) {
    super('the last state of a reply could not be shown', { cause });
  }
}

/**
 * Shows the states of a command as they come; resolves once the last one was shown.
 * @throws what the command throws; `ShowFailed` if the last state could not be shown; the reason of `leave`
 */
export async function presentStates(presentation: Presentation): Promise<void> {
  const { show, onMoved, onHiccup } = presentation;
  let underWay: Promise<unknown> = Promise.resolve();
  let standsAt = '';
  const put = async (reply: Reply, last: boolean): Promise<void> => {
    const target = await show(reply, last);
    if (last) return;
    const text = JSON.stringify(target);
    if (text === standsAt) return;
    standsAt = text;
    await onMoved(target);
  };
  const final = await lastState(presentation, (state) => {
    // Not awaited: a slow platform must not block the command.
    underWay = Promise.allSettled([underWay, put(state, false).catch(onHiccup)]);
  });
  if (final === undefined) throw new Error('a command ended without a reply');
  try {
    await put(final, true);
  } catch (error) {
    throw new ShowFailed(error);
  }
  await underWay;
}

/** Runs the command to its end and passes on those states that last for a moment. */
function lastState(
  { states, clock, leave }: Presentation,
  onState: (state: Reply) => void,
): Promise<Reply | undefined> {
  const iterator = states[Symbol.asyncIterator]();
  // One promise for all steps: this is done for every request, and nearly all are over in the first moment.
  return new Promise((resolve, reject) => {
    let latest: Reply | undefined;
    let cancelMoment = (): void => undefined;
    const abandon = (): void => {
      cancelMoment();
      // Not awaited: an abandoned command ends whenever its current step ends.
      iterator.return?.().catch(() => undefined);
      reject(leave.reason);
    };
    const end = (): void => {
      cancelMoment();
      leave.removeEventListener('abort', abandon);
    };
    const fail = (error: unknown): void => {
      end();
      reject(error);
    };
    const take = (step: IteratorResult<Reply>): void => {
      if (leave.aborted) return;
      if (step.done === true) {
        end();
        resolve(latest);
        return;
      }
      const state = step.value;
      latest = state;
      cancelMoment();
      cancelMoment = clock.later(NEXT_STATE_MS, () => onState(state));
      iterator.next().then(take, fail);
    };
    iterator.next().then(take, fail);
    if (leave.aborted) abandon();
    else leave.addEventListener('abort', abandon, { once: true });
  });
}
