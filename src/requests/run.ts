import type { Show } from '../core/adapter.ts';
import type { Reply } from '../core/reply.ts';
import { refusals } from '../format/reply/refusal.ts';
import { sayIn } from '../format/words/say.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import { type OpenRequest, type OpenRequests, Stopped } from './open.ts';
import { type ShowNeeds, showReply } from './show.ts';
import { only, type StatesNeeds, statesFor } from './states.ts';

export interface RunNeeds extends StatesNeeds, ShowNeeds {
  readonly buttons: StatesNeeds['buttons'] & ShowNeeds['buttons'];
  readonly requests: OpenRequests;
  readonly health: Pick<StoreHealth, 'report'>;
  /** Called when a request was answered, with the time since it was accepted. */
  readonly onAnswered: (open: OpenRequest, tookMs: number) => void;
  /** Called if a reply could not be shown; the request stays open to be tried again. */
  readonly onUndelivered: (open: OpenRequest) => void;
}

/** Runs an open request until it is answered, or left open. Never rejects. */
export type Run = (open: OpenRequest, show: Show, instead?: Reply) => Promise<void>;

/** @returns `instead` is shown in place of what the request asks for */
export function createRun(needs: RunNeeds): Run {
  const { requests, log, clock } = needs;
  const answer = async (open: OpenRequest, show: Show, signal: AbortSignal, instead?: Reply) => {
    const states = instead === undefined ? statesOrError(needs, open, signal) : only(instead);
    const outcome = await showReply(needs, open, { states, show, signal });
    if (outcome !== 'answered') {
      // The process survived it.
      if (open.tries > 0 && instead === undefined) await requests.setTries(open, 0);
      if (outcome === 'undelivered') needs.onUndelivered(open);
      return;
    }
    // By the time of day, since an earlier process may have accepted it. The clock may have been set back.
    needs.onAnswered(open, Math.max(0, clock.now() - open.acceptedAt));
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

/** The only place that catches what breaks in a command: then the last state says so. */
async function* statesOrError(
  needs: RunNeeds,
  open: OpenRequest,
  signal: AbortSignal,
): AsyncGenerator<Reply> {
  try {
    yield* await statesFor(needs, open, signal);
  } catch (error) {
    if (error instanceof Stopped) throw error;
    yield brokenReply(needs, open, error);
  }
}

function brokenReply(
  { log, health }: RunNeeds,
  { request: { id, locale } }: OpenRequest,
  error: unknown,
): Reply {
  const say = sayIn(locale);
  if (error instanceof StoreFailed) {
    health.report(error);
    log.warn({ err: error, request: id }, 'A command needs the store, which fails; its reply says so');
    return refusals.storeFailing(say);
  }
  log.error({ err: error, request: id }, 'A command broke; its reply says so');
  return refusals.unexpected(say);
}
