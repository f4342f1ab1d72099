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
 *
 * While another process takes the updates, it makes the polls short, to notice soon that the other
 * one has stopped.
 */
export class OutageWatch {
  readonly #log: Log;
  /** The message that was logged last; undefined while Telegram works. */
  #problem: string | undefined;
  /** Telegram’s reason to refuse the last poll; undefined again once one succeeds. */
  #conflict: string | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * False from a failed call until a call shows that Telegram works again, and while another
   * process takes the updates.
   */
  get isWorking(): boolean {
    return this.#problem === undefined;
  }

  readonly transformer: Transformer = async (prev, method, payload, signal) => {
    const isPoll = method === 'getUpdates';
    const isShortPoll = isPoll && this.#conflict !== undefined;
    const asked = isShortPoll ? { ...payload, timeout: SHORT_POLL_SECONDS } : payload;
    const response = await prev(method, asked, signal).catch((error) => {
      // A stop is not an outage.
      if (signal?.aborted !== true) this.#setProblem(UNREACHABLE, toTelegramFailure(error).message);
      throw error;
    });
    if (response.ok) {
      // Only a poll shows that no other process takes the updates any more.
      if (isPoll) this.#conflict = undefined;
      this.#showConflict();
    } else if (isPoll && response.error_code === 409) {
      this.#conflict = response.description;
      this.#showConflict();
    } else if (response.error_code >= 500) this.#setProblem(UNREACHABLE, response.description);
    // Other refusals are about the call.
    return response;
  };

  #showConflict(): void {
    this.#setProblem(this.#conflict === undefined ? undefined : CONFLICT, this.#conflict);
  }

  #setProblem(next: string | undefined, reason?: string): void {
    if (next === this.#problem) return;
    this.#problem = next;
    if (next === undefined) this.#log.info('Telegram works again');
    else this.#log.warn({ reason }, next);
  }
}
