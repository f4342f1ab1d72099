import type { Show } from '../core/adapter.ts';
import type { Reply } from '../core/reply.ts';
import { refusals } from '../format/reply/refusal.ts';
import { sayIn } from '../format/words/say.ts';
import type { Log } from '../ops/log/log.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import { type OpenRequest, type OpenRequests, Stopped } from './open.ts';
import type { ShowReply } from './show.ts';
import { only, type StatesOf } from './states.ts';

/** Runs an open request until it is answered, or left open. Never rejects. */
export type Run = (open: OpenRequest, show: Show, instead?: Reply) => Promise<void>;

interface Broken {
  readonly log: Log;
  readonly health: Pick<StoreHealth, 'report'>;
  /** Called when a command breaks. */
  readonly onBroken?: (() => void) | undefined;
}

/**
 * @param onShown called when a request was answered, or its reply could not be shown: then it stays open to be tried again
 * @returns runs a request; `instead` is shown instead of its reply
 */
export function createRun(
  requests: OpenRequests,
  statesOf: StatesOf,
  showReply: ShowReply,
  onShown: (open: OpenRequest, outcome: 'answered' | 'undelivered') => void,
  { log, health, onBroken }: Broken,
): Run {
  /** The only place that catches errors of commands: the last state then says so. */
  async function* statesOrError(open: OpenRequest, signal: AbortSignal): AsyncGenerator<Reply> {
    try {
      yield* await statesOf(open, signal);
    } catch (error) {
      if (error instanceof Stopped && error.why === 'shutdown') throw error;
      if (error instanceof Stopped) return yield refusals.stopped(sayIn(open.request.locale));
      if (error instanceof StoreFailed) health.report(error);
      else onBroken?.();
      yield brokenReply(open, error, log);
    }
  }
  const answer = async (open: OpenRequest, show: Show, signal: AbortSignal, instead?: Reply) => {
    const states = instead === undefined ? statesOrError(open, signal) : only(instead);
    const outcome = await showReply(open, { states, show, signal });
    if (outcome !== 'answered') {
      // The process survived it.
      if (open.tries > 0 && instead === undefined) await requests.setTries(open, 0);
      if (outcome === 'undelivered') onShown(open, outcome);
      return;
    }
    onShown(open, outcome);
    await requests.finish(open);
  };
  return (open, show, instead) =>
    requests
      .run(open, (signal) => answer(open, show, signal, instead))
      .catch((error: unknown) => {
        if (error instanceof Stopped) return;
        log.error(
          { err: error, request: open.request.id },
          'A request could not be completed; it may be answered once more',
        );
      });
}

function brokenReply({ request: { id, locale } }: OpenRequest, error: unknown, log: Log): Reply {
  const say = sayIn(locale);
  if (error instanceof StoreFailed) {
    log.warn(
      { err: error, request: id },
      'A command needs the store, which fails; its reply says so',
    );
    return refusals.storeFailing(say);
  }
  log.error({ err: error, request: id }, 'A command broke; its reply says so');
  return refusals.unexpected(say);
}
