import type { Transformer } from 'grammy';
import type { Log } from '../../../ops/log/log.ts';
import { toTelegramFailure } from './failure.ts';

/** The length of a poll that finds out whether another process still polls. */
const SHORT_POLL_SECONDS = 1;
const UNREACHABLE =
  'Telegram cannot be reached, or it fails; the bot tries again. If it lasts, check the network, the proxy and TELEGRAM_API_URL';
const CONFLICT =
  'Another process takes the updates of this bot, or a webhook does. Stop it, or give it a token of its own; the bot tries again every second';

/**
 * Logs when Telegram stops working and when it works again, since grammY 1.46.0 reports failed
 * polls only to its debug log. After an update look for a callback in
 * https://grammy.dev/ref/core/pollingoptions
 */
export class OutageWatch {
  readonly #log: Log;
  #problem: string | undefined;
  /** Telegram’s reason to refuse the last poll; undefined again once one succeeds. */
  #conflict: string | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** False from a failed call until a call shows that Telegram works again. */
  get isReached(): boolean {
    return this.#problem === undefined;
  }

  readonly transformer: Transformer = async (prev, method, payload, signal) => {
    const isPoll = method === 'getUpdates';
    const isDisputed = isPoll && this.#conflict !== undefined;
    const asked = isDisputed ? { ...payload, timeout: SHORT_POLL_SECONDS } : payload;
    const response = await prev(method, asked, signal).catch((error) => {
      if (signal?.aborted !== true) this.#setProblem(UNREACHABLE, toTelegramFailure(error).message);
      throw error;
    });
    if (response.ok) {
      // Only a poll shows that no other process takes the updates any more.
      if (isPoll) this.#conflict = undefined;
      this.#setProblem(this.#conflict === undefined ? undefined : CONFLICT, this.#conflict);
    } else if (response.error_code === 409) {
      this.#conflict = response.description;
      this.#setProblem(CONFLICT, this.#conflict);
    } else if (response.error_code >= 500) this.#setProblem(UNREACHABLE, response.description);
    return response;
  };

  #setProblem(next: string | undefined, reason?: string): void {
    if (next === this.#problem) return;
    this.#problem = next;
    if (next === undefined) this.#log.info('Telegram works again');
    else this.#log.warn({ reason }, next);
  }
}
