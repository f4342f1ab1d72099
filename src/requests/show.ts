import type { AdapterOf, Show } from '../core/adapter.ts';
import { within } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import type { Reply } from '../core/reply.ts';
import type { Log } from '../ops/log/log.ts';
import type { Buttons } from './buttons.ts';
import { type OpenRequest, type OpenRequests, Stopped, type StopReason } from './open.ts';

/**
 * How long the next state is awaited before the current one is shown: most answers come at once and are then shown only
 * once, as the last state.
 */
const NEXT_STATE_MS = 30;
/** How long the end of the process waits for a state that is being shown. */
export const LAST_SHOWS_MS = 1_000;

export interface ReplyStates {
  readonly states: AsyncIterable<Reply>;
  readonly show: Show;
  /**
   * Aborted with `Stopped`. A cancelled request still shows its last state, and a forgotten one that without buttons. At a
   * shutdown nothing more is shown.
   */
  readonly signal: AbortSignal;
}

/** `answered`: the last state was shown. `undelivered`: it could not be shown. `left`: left to the next process. */
export type Outcome = 'answered' | 'undelivered' | 'left';

/** Created once: creating an error costs more than everything else here. */
const OVER = new Error('nothing more is shown of this reply here');

/** Shows the states of a reply as they come. Resolves when the last one was shown. Rejects with the error of the states. */
export type ShowReply = (open: OpenRequest, reply: ReplyStates) => Promise<Outcome>;

export function createShowReply(
  requests: Pick<OpenRequests, 'moved'>,
  buttons: Buttons,
  adapterOf: AdapterOf,
  clock: Clock,
  log: Log,
): ShowReply {
  return async (open, { states, show, signal }) => {
    const { id, requester } = open.request;
    const from = { requestId: id, requester };
    const ended = new AbortController();
    const left = whenShutDown(signal, ended);
    const showState = async (state: Reply, last: boolean): Promise<void> => {
      // Buttons would be stored after those of the person were deleted.
      const actions = whyOf(signal) === 'forgotten' ? [] : state.actions;
      const offered = buttons.offer({ ...state, actions }, from);
      const target = await show(offered, last ? { last } : { last, ended: ended.signal });
      if (ended.signal.reason === OVER) return;
      buttons.shown(from, adapterOf(requester)?.messageNameOf?.(target));
      if (last || JSON.stringify(target) === JSON.stringify(open.request.target)) return;
      await requests.moved(open, target);
    };
    let showing: Promise<unknown> | undefined;
    const onState = (state: Reply): void => {
      // Not awaited: a slow platform must not block the command.
      const shown = showState(state, false).catch((error: unknown) =>
        log.debug({ err: error, request: id }, 'A state of a reply could not be shown'),
      );
      showing = Promise.all([showing, shown]);
    };
    try {
      const last = await Promise.race([
        lastState(states, { clock, onState, ended: ended.signal }),
        left,
      ]);
      if (last === 'left') {
        // The next process continues at the target of this state.
        await within({ ms: LAST_SHOWS_MS, late: () => undefined, clock }, async () => showing);
        return 'left';
      }
      if (last === undefined) throw new Error('a command ended without a reply');
      const shown = showState(last, true).then(
        () => 'answered' as const,
        (error: unknown) => {
          if (error instanceof Stopped) return 'left';
          log.warn(
            { err: error, request: id },
            'A reply could not be shown; it will be tried again',
          );
          return 'undelivered';
        },
      );
      return await shown;
    } finally {
      if (showing !== undefined) ended.abort(OVER);
      buttons.over(from);
    }
  };
}

function whyOf({ reason }: AbortSignal): StopReason | undefined {
  return reason instanceof Stopped ? reason.why : undefined;
}

/** Resolves when the request is left to the next process. */
function whenShutDown(signal: AbortSignal, ended: AbortController): Promise<'left'> {
  return new Promise((resolve) => {
    const leave = (): void => {
      if (whyOf(signal) !== 'shutdown') return;
      ended.abort(signal.reason);
      resolve('left');
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** Runs the command to its end and passes on those states that last for a moment. */
async function lastState(
  states: AsyncIterable<Reply>,
  how: { clock: Clock; onState: (state: Reply) => void; ended: AbortSignal },
): Promise<Reply | undefined> {
  let latest: Reply | undefined;
  let cancel = (): void => undefined;
  try {
    for await (const state of states) {
      cancel();
      if (how.ended.aborted) break;
      latest = state;
      cancel = how.clock.later(NEXT_STATE_MS, () => {
        if (!how.ended.aborted) how.onState(state);
      });
    }
  } finally {
    cancel();
  }
  return latest;
}
