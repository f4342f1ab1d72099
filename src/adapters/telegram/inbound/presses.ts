import type { Api } from 'grammy';
import type { Show } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import { isNotice } from '../outbound/notice.ts';
import { renderAlert } from '../outbound/render.ts';
import { cutUnits } from '../outbound/sanitize.ts';
import type { Target } from '../target.ts';

/** A press is answered at once; a refusal that comes within this time is its answer. */
const GRACE_MS = 500;
/** Bot API: the text of a pop-up has at most 200 characters. */
const MAX_ALERT_UNITS = 200;

/** Answers a press: the button stops waiting, and may say something only the presser sees. */
export function answerPress(api: Api, query: string, alert?: string): void {
  const other = alert === undefined ? {} : { text: cutUnits(alert, MAX_ALERT_UNITS), show_alert: true };
  // A press from before a restart can no longer be answered, and an answer that is lost only leaves the button waiting.
  api.answerCallbackQuery(query, other).catch(() => undefined);
}

export interface Press {
  readonly query: string;
  readonly place: Target;
  /** The way to show its reply, wherever that stands. */
  readonly show: Show;
}

/**
 * The way to show what a press leads to. A word aside ("this button is for somebody else") that comes at once is shown as a
 * pop-up, so that it neither takes the place of the reply pressed nor stands in the group.
 */
export function showPressed(
  { api, clock }: { readonly api: Api; readonly clock: Clock },
  press: Press,
): Show {
  const { query, place, show } = press;
  let answered = false;
  const answer = (alert?: string): void => {
    if (answered) return;
    answered = true;
    answerPress(api, query, alert);
  };
  clock.sleep(GRACE_MS).then(
    () => answer(),
    () => answer(),
  );
  return async (reply, state) => {
    if (state.last && !answered && isNotice(reply) && renderAlert(reply).length <= MAX_ALERT_UNITS) {
      answer(renderAlert(reply));
      return place;
    }
    answer();
    return show(reply, state);
  };
}
