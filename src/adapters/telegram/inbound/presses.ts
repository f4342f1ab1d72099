import type { Api } from 'grammy';
import type { Show } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import { isNotice } from '../../shown-reply.ts';
import { cutUnits } from '../outbound/lines.ts';
import { renderAlert } from '../outbound/render.ts';
import type { Target } from '../target.ts';

/** A refusal that comes within this time is shown as the answer to the press; then the button stops waiting. */
const GRACE_MS = 500;
/**
 * What the asker alone sees is sent behind the press, for which the bot has 15 seconds (Bot API 10.3, "Ephemeral Messages and
 * Commands"). Whether an answered press still counts is not told, so it is answered after the message is there, or when that
 * takes too long.
 */
const GRACE_BEHIND_MS = 10_000;
/** Bot API: the text of a pop-up has at most 200 characters. */
const MAX_ALERT_UNITS = 200;

/** Answers a press: ends the button's waiting state and may show a pop-up to the presser. */
export function answerPress(api: Api, query: string, alert?: string): void {
  const other = alert === undefined ? {} : { text: cutUnits(alert, MAX_ALERT_UNITS), show_alert: true };
  // A press from before a restart can no longer be answered; a lost answer only leaves the button waiting.
  api.answerCallbackQuery(query, other).catch(() => undefined);
}

/** A press that is being handled. */
export interface Press {
  /** The id for answering it. */
  readonly query: string;
  readonly target: Target;
  /** Shows its reply at the target. */
  readonly show: Show;
}

/**
 * Shows what a press leads to. An early notice ("this button is for somebody else") becomes a pop-up, so that it neither
 * replaces the pressed reply nor appears in the group.
 */
export function showPressed(
  { api, clock }: { readonly api: Api; readonly clock: Clock },
  press: Press,
): Show {
  const { query, target, show } = press;
  const isBehind = target.where === 'ephemeral';
  let answered = false;
  let cancelGrace = (): void => undefined;
  const answer = (alert?: string): void => {
    if (answered) return;
    answered = true;
    cancelGrace();
    answerPress(api, query, alert);
  };
  cancelGrace = clock.later(isBehind ? GRACE_BEHIND_MS : GRACE_MS, () => answer());
  return async (reply, state) => {
    if (state.last && !answered && isNotice(reply) && renderAlert(reply).length <= MAX_ALERT_UNITS) {
      answer(renderAlert(reply));
      return target;
    }
    if (!isBehind) answer();
    try {
      return await show(reply, state);
    } finally {
      answer();
    }
  };
}
