import type { Request } from '../core/adapter.ts';
import type { Reply } from '../core/reply.ts';
import { refusals } from '../format/reply/refusal.ts';
import { sayIn } from '../format/words/say.ts';
import { StoreFailed } from '../store/errors.ts';
import type { OpenRequest } from './journal/row.ts';
import { ShowFailed } from './present.ts';
import { createPresenter, type PresenterNeeds, type Presenting } from './presenter.ts';
import { Stopped } from './running.ts';
import { only, type StatesNeeds, statesFor } from './states.ts';

/** What {@link answerRequest} works with. */
export interface AnswerNeeds extends StatesNeeds, PresenterNeeds {
  readonly buttons: StatesNeeds['buttons'];
  /** Called if the store could not be read or written. */
  readonly onStoreError: (error: unknown) => void;
}

/** How one request is answered this time. */
export interface Answering extends Presenting {
  /** It has crashed processes: it is not run but closed with an apology. */
  readonly isPoison?: boolean;
}

/** `answered`: shown to the end. `undelivered`: could not be shown. `left`: left to the next process. */
export type RequestOutcome = 'answered' | 'undelivered' | 'left';

/** Answers one persisted request; the only place that catches what breaks in a command. */
export async function answerRequest(
  needs: AnswerNeeds,
  entry: OpenRequest,
  { show, signal, isPoison = false }: Answering,
): Promise<RequestOutcome> {
  const { request } = entry;
  const presenter = createPresenter(needs, request, { show, signal });
  const { present } = presenter;
  try {
    let broken: Reply;
    try {
      await present(
        isPoison ? only(refusals.poisoned(sayIn(request.locale))) : await statesFor(needs, entry, signal),
      );
      return 'answered';
    } catch (error) {
      if (error instanceof Stopped) return 'left';
      if (error instanceof ShowFailed) return undelivered(needs, request, error);
      broken = brokenReply(needs, request, error);
    }
    try {
      await present(only(broken));
      return 'answered';
    } catch (error) {
      return error instanceof Stopped ? 'left' : undelivered(needs, request, error);
    }
  } finally {
    presenter.end();
  }
}

/** What is said of what broke in a command, which is reported. */
function brokenReply({ log, onStoreError }: AnswerNeeds, { id, locale }: Request, error: unknown): Reply {
  const say = sayIn(locale);
  if (error instanceof StoreFailed) {
    onStoreError(error);
    log.warn({ err: error, request: id }, 'A command needs the store, which fails; the person was told');
    return refusals.storeFailing(say);
  }
  log.error({ err: error, request: id }, 'A command broke; the person was told');
  return refusals.unexpected(say);
}

function undelivered(needs: AnswerNeeds, request: Request, error: unknown): RequestOutcome {
  if (error instanceof ShowFailed && error.cause instanceof Stopped) return 'left';
  needs.log.warn({ err: error, request: request.id }, 'A reply could not be shown; it will be tried again');
  return 'undelivered';
}
