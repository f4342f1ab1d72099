import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { type Clock, pauseAfter } from '../../../../core/clock.ts';
import { faultOf, type TelegramFault } from '../../errors.ts';
import type { Incidents } from '../../incidents.ts';
import type { TakeUpdate } from '../updates.ts';

/** Bot API: at most 100 updates at a time. */
const BATCH = 100;
/** Pauses after a failed call; the last one repeats. */
const PAUSES_MS = [1_000, 3_000, 9_000, 30_000];
/** Pause if another process polls, which takes a while to end. */
const CONFLICT_PAUSE_MS = 10_000;
/** The longest pause Telegram may demand. */
const LONGEST_FLOOD_PAUSE_MS = 120_000;

/** The kinds of updates to ask for. */
export type AllowedUpdates = readonly Exclude<keyof Update, 'update_id'>[];

/** What {@link pollUpdates} works with. */
export interface PollingNeeds {
  /** Has a longer time-out than a poll. */
  readonly api: Api;
  readonly clock: Clock;
  readonly incidents: Incidents;
  /** Handles one update. */
  readonly take: TakeUpdate;
  readonly allowedUpdates: AllowedUpdates;
  /** How long Telegram holds a poll open if there is nothing new, in seconds. */
  readonly pollSeconds: number;
  /** Called if somebody else has set a webhook, which blocks polling. */
  readonly removeWebhook: () => Promise<void>;
  /** Called if the token is refused. */
  readonly onUnauthorized: () => void;
}

/**
 * Fetches updates until the signal is aborted. An update is confirmed, by asking for later ones, once it and all earlier
 * ones are persisted; others are delivered again, here or to the next process. Never rejects.
 */
export async function pollUpdates(needs: PollingNeeds, signal: AbortSignal): Promise<void> {
  const { api, clock, incidents, take, allowedUpdates, pollSeconds } = needs;
  let offset = 0;
  let confirmed = 0;
  let failures = 0;
  /** Persisted updates behind one that is not. */
  let ahead = new Set<number>();

  const takeBatch = async (updates: readonly Update[]): Promise<boolean> => {
    const taken = await Promise.all(
      updates.map(async (update) => {
        const { update_id: id } = update;
        return { id, written: ahead.has(id) || (await take(update)) === 'persisted' };
      }),
    );
    const stuck = taken.findIndex(({ written }) => !written);
    const through = stuck < 0 ? taken : taken.slice(0, stuck);
    offset = (through.at(-1)?.id ?? offset - 1) + 1;
    ahead = new Set(taken.filter(({ id, written }) => written && id >= offset).map(({ id }) => id));
    return stuck < 0;
  };
  const poll = async (): Promise<number> => {
    const updates = await api.getUpdates(
      { offset, limit: BATCH, timeout: pollSeconds, allowed_updates: allowedUpdates },
      // The library accepts any signal, but its types name the class of another package.
      signal as Parameters<Api['getUpdates']>[1],
    );
    confirmed = offset;
    incidents.over('poll', 'Telegram brings updates again');
    incidents.over('conflict');
    if (await takeBatch(updates)) {
      incidents.over('unwritten', 'Updates from Telegram can be written down again');
      failures = 0;
      return 0;
    }
    incidents.tell(
      'unwritten',
      'Updates from Telegram cannot be written down; they stay with Telegram (for 24 h) and are fetched again until they can. Look at what STORE_URL names',
    );
    return pauseAfter(failures++, PAUSES_MS);
  };

  while (!signal.aborted) {
    try {
      const pauseMs = await poll();
      if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    } catch (error) {
      if (signal.aborted) break;
      const pauseMs = await pauseFor(needs, faultOf(error), failures++);
      await clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }
  // Otherwise they would stay present for ever, since nothing is fetched any more.
  for (const incident of ['poll', 'conflict', 'unwritten']) incidents.over(incident);
  if (offset > confirmed) await confirm(api, offset);
}

async function pauseFor(needs: PollingNeeds, fault: TelegramFault, failures: number): Promise<number> {
  const { incidents, removeWebhook, onUnauthorized } = needs;
  const { kind, message: said } = fault;
  if (kind === 'unauthorized') {
    onUnauthorized();
    return CONFLICT_PAUSE_MS;
  }
  if (kind === 'conflict') {
    incidents.tell(
      'conflict',
      'Somebody else takes the updates of this bot: another process with the same TELEGRAM_TOKEN, or a webhook. Stop the other one, or give it a token of its own; I try again every few seconds',
      { said },
    );
    if (said.includes('webhook')) await removeWebhook();
    return CONFLICT_PAUSE_MS;
  }
  if (kind === 'flood') return Math.min(fault.retryAfterMs, LONGEST_FLOOD_PAUSE_MS);
  incidents.tell(
    'poll',
    'No updates come from Telegram; I try again. If this stays, look at the network, the proxy and TELEGRAM_API_URL',
    { said },
  );
  return pauseAfter(failures, PAUSES_MS);
}

/** Confirms what is already persisted, to spare the next start; if it fails, the journal recognises the repeats. */
async function confirm(api: Api, offset: number): Promise<void> {
  await api.getUpdates({ offset, limit: 1, timeout: 0 }).catch(() => undefined);
}
