import type { Show, ShownState } from '../../../../core/adapter.ts';
import { type Clock, momentOf } from '../../../../core/clock.ts';
import type { ShownReply } from '../../../../core/reply.ts';
import type { Say } from '../../../../format/words/say.ts';
import { isNotice } from '../../../shown-reply.ts';
import { createThrottledStates, type Putting } from '../../../throttled-states.ts';
import { type FaultCode, isOneOf } from '../../errors.ts';
import { ageOf, type InteractionTarget, isLive } from '../../target.ts';
import type { DiscordApi } from '../api.ts';
import type { FallbackDelivery } from '../fallback-delivery.ts';
import { type MessagePayload, renderReply } from '../render.ts';
import { putOrLeaveFiles } from '../without-files.ts';

/** At most one edit a second. */
const EDIT_INTERVAL_MS = 1_000;
/** The age from which a reply says where its answer will come; the token expires two minutes later. */
const FALLBACK_AFTER_MS = 13 * 60_000;
/** A rate observed for less than this is not reliable. */
const WATCHED_AT_LEAST_MS = 5_000;

/** What {@link openReply} works with. */
export interface DeliveryNeeds {
  readonly api: DiscordApi;
  /** Used once the interaction's token has expired. */
  readonly fallback: FallbackDelivery;
  readonly clock: Clock;
  /** Returns the catalogue for the person who asked. */
  readonly sayAt: (at: InteractionTarget) => Say;
  /** Makes the commands clickable that a Markdown text names. */
  readonly mention?: ((markdown: string) => string) | undefined;
  /** Aborted when the adapter stops: reminders end. */
  readonly stopped: AbortSignal;
}

/**
 * Shows one reply by the interaction's webhook, which needs no gateway connection and outlives the process. After the token
 * has expired, the last state goes through the fallback delivery.
 * @param taken the reply was opened before, so that a pressed message may show one of its states
 */
export function openReply(
  needs: DeliveryNeeds,
  from: InteractionTarget,
  taken: 'new' | 'again' = 'new',
): Show {
  const { fallback, clock, stopped } = needs;
  const say = needs.sayAt(from);
  const expiry = createTokenExpiry(from, clock);
  let at = from;
  let closed = false;
  /** The pressed message still shows what was pressed. */
  let isPressed = from.opens === 'here' && taken === 'new';
  const putWhileLive = async (reply: ShownReply, last: boolean): Promise<boolean> => {
    const remark = !last && expiry.isDue(reply) ? comesLater(say, reply, at) : undefined;
    try {
      at = await putAtToken(needs, at, {
        reply,
        remark,
        last,
        isBeside: isPressed && last && isNotice(reply),
      });
      isPressed = false;
      return true;
    } catch (error) {
      if (!isOneOf(error, ['token-expired', 'message-gone'])) throw error;
      closed = isOneOf(error, ['token-expired']);
      return false;
    }
  };
  const put = async (reply: ShownReply, { last, superseded }: Putting): Promise<InteractionTarget> => {
    superseded?.throwIfAborted();
    const shown = !closed && isLive(at, momentOf(clock)) && (await putWhileLive(reply, last));
    if (!shown && last) await fallback.deliver(at, reply, { late: true });
    return at;
  };
  const show = createThrottledStates({ minIntervalMs: EDIT_INTERVAL_MS, clock, put });
  return withReminder(show, {
    clock,
    stopped,
    dueIn: () => FALLBACK_AFTER_MS - ageOf(from, momentOf(clock)),
  });
}

function comesLater(say: Say, reply: ShownReply, { shared }: InteractionTarget): string {
  return shared && !reply.private ? say('discord.comesLaterShared') : say('discord.comesLater');
}

interface State {
  readonly reply: ShownReply;
  readonly remark: string | undefined;
  readonly last: boolean;
  /** It leaves the pressed message as it is. */
  readonly isBeside: boolean;
}

/** Shows a state while the token is valid. Resolves with the reply's target. */
async function putAtToken(
  { api, sayAt, mention }: DeliveryNeeds,
  at: InteractionTarget,
  { reply, remark, last, isBeside }: State,
): Promise<InteractionTarget> {
  const context = { owner: at.user, say: sayAt(at), alone: at.direct, mention, remark };
  const put = async (message: MessagePayload): Promise<InteractionTarget> => {
    if (isBeside || (reply.private && at.shared)) return putNotice(api, at, message);
    try {
      await api.edit(at, message, { last });
      return at;
    } catch (error) {
      if (!last || !isOneOf(error, ['message-gone'])) throw error;
      return { ...at, message: await api.followUp(at, message, !at.shared) };
    }
  };
  return last ? putOrLeaveFiles(reply, context, put) : put(renderReply(reply, context));
}

/**
 * A reply for its asker only, in answer to a public message, or a notice to who has pressed a button: a separate message, since
 * the visibility of the first cannot change, or it is to stay.
 */
async function putNotice(
  api: DiscordApi,
  at: InteractionTarget,
  message: MessagePayload,
): Promise<InteractionTarget> {
  if (at.opens === 'new') {
    // While it shows that the bot is thinking, Discord would put the next message in its place, visible to everyone.
    await api.deleteOriginal(at).catch(unless(['message-gone']));
  }
  return { ...at, shared: false, message: await api.followUp(at, message, true) };
}

interface Reminder {
  readonly clock: Clock;
  readonly stopped: AbortSignal;
  /** In how many milliseconds the newest state is shown once more; none are left once that is over. */
  readonly dueIn: () => number;
}

/** Shows the newest state once more at a given time, unless the last state has been shown, or the reply is left to the next process. */
function withReminder(show: Show, { clock, stopped, dueIn }: Reminder): Show {
  let newest: { readonly reply: ShownReply; readonly state: ShownState } | undefined;
  let cancel = (): void => undefined;
  const end = (): void => {
    cancel();
    stopped.removeEventListener('abort', end);
  };
  const remind = (): void => {
    stopped.removeEventListener('abort', end);
    // A failed reminder is harmless: each intermediate state contains it too.
    if (newest !== undefined) show(newest.reply, newest.state).catch(() => undefined);
  };
  return (reply, state) => {
    const first = newest === undefined;
    newest = { reply, state };
    if (state.last) end();
    else if (first && dueIn() > 0 && !stopped.aborted) {
      cancel = clock.later(dueIn(), remind);
      stopped.addEventListener('abort', end, { once: true });
      state.ended?.addEventListener('abort', end, { once: true });
    }
    return show(reply, state);
  };
}

function unless(codes: readonly FaultCode[]): (error: unknown) => void {
  return (error) => {
    if (!isOneOf(error, codes)) throw error;
  };
}

/** Predicts whether an answer comes before the token expires. */
interface TokenExpiry {
  /** Whether this state should say where the answer will come. */
  isDue(state: ShownReply): boolean;
}

/** The progress of a reply, possibly with the core's estimate of the time left. */
type Progress = NonNullable<ShownReply['progress']>;

/** Creates the prediction for one reply to this interaction. */
function createTokenExpiry(from: InteractionTarget, clock: Clock): TokenExpiry {
  /** By `Clock.elapsed()`: the rate of this process alone. */
  let watched: { readonly at: number; readonly done: number } | undefined;
  const leftMs = ({ done, total, leftMs: told }: Progress): number => {
    if (told !== undefined) return told;
    watched ??= { at: clock.elapsed(), done };
    const spent = clock.elapsed() - watched.at;
    if (spent < WATCHED_AT_LEAST_MS || done <= watched.done) return 0;
    return ((total - done) * spent) / (done - watched.done);
  };
  return {
    isDue: ({ progress }) =>
      ageOf(from, momentOf(clock)) + (progress === undefined ? 0 : leftMs(progress)) >= FALLBACK_AFTER_MS,
  };
}
