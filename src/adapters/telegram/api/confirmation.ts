import type { Context, NextFunction, Transformer } from 'grammy';
import { allowUnheard } from '../../../core/promises.ts';
import type { Host } from '../../host.ts';

/** Delay before updates are fetched again that could not be persisted. */
const RETRY_MS = 3_000;
const NO_UPDATES = { ok: true, result: [] as never } as const;

/** An update that could not be persisted: Telegram keeps it and delivers it again. */
export class NotPersisted extends Error {
  override readonly name = 'NotPersisted';

  /** @param cause why, if this program knows it */
  constructor(cause?: unknown) {
    super('an update could not be persisted', { cause });
  }
}

interface ConfirmationOptions extends Pick<Host, 'run' | 'clock' | 'log'> {
  readonly webhookUrl: string | undefined;
}

/**
 * Keeps each update unconfirmed until its middleware has persisted it, even if grammY sends a
 * higher offset. The updates of one poll are handled at once, so that they share a commit; the next
 * poll waits for them.
 */
export class Confirmation {
  readonly #options: ConfirmationOptions;
  readonly #unconfirmed = new Set<number>();
  #inFlight: Promise<void>[] = [];

  constructor(options: ConfirmationOptions) {
    this.#options = options;
  }

  /** Comes before the other middleware. */
  readonly middleware = ({ update }: Context, next: NextFunction): Promise<void> | undefined => {
    const handled = this.#handle(update.update_id, next);
    if (this.#options.webhookUrl !== undefined) return handled;
    // One that was not persisted stays unconfirmed, so it comes again.
    allowUnheard(handled);
    this.#inFlight.push(handled);
    return undefined;
  };

  /** Changes the polls. */
  readonly transformer: Transformer = async (prev, method, payload, signal) => {
    if (method !== 'getUpdates') return prev(method, payload, signal);
    const { run, clock } = this.#options;
    await Promise.allSettled(this.#inFlight);
    this.#inFlight = [];
    // The last call of a bot that stops has no signal.
    if (this.#unconfirmed.size > 0 && signal !== undefined) await clock.sleep(RETRY_MS);
    // The next owner may poll by now, and Telegram lets only one of two do that.
    if (!run.ownsInstallation()) return signal === undefined ? NO_UPDATES : untilStopped(signal);
    const { offset = 0 } = payload as { offset?: number };
    const from = Math.min(offset, ...this.#unconfirmed);
    const response = await prev(method, { ...payload, offset: from }, signal);
    // They come again with this poll, unless Telegram has dropped them, as it does after 24 hours.
    if (response.ok) this.#unconfirmed.clear();
    return response;
  };

  async #handle(id: number, next: NextFunction): Promise<void> {
    this.#unconfirmed.add(id);
    try {
      await next();
    } catch (error) {
      if (error instanceof NotPersisted) throw error;
      // It is confirmed: otherwise Telegram would deliver it for ever and no later update.
      this.#options.log.error(
        { err: error, update: id },
        'An update from Telegram could not be understood and was skipped. Please report this as a bug',
      );
    }
    this.#unconfirmed.delete(id);
  }
}

/** Rejects when polling is stopped. */
function untilStopped(signal: Parameters<Transformer>[3] & object): Promise<never> {
  return new Promise((_, reject) => {
    const leave = (): void => reject(new Error('polling has stopped'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
  });
}
