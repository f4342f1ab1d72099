import type { Context, NextFunction, Transformer } from 'grammy';
import { allowUnheard } from '../../../core/promises.ts';
import type { Host } from '../../host.ts';

/** Delay before the bot fetches updates again that it could not persist. */
const RETRY_MS = 3_000;
const NO_UPDATES = { ok: true, result: [] as never } as const;

/** Thrown for an update that could not be persisted. Telegram delivers it again. */
export class NotPersisted extends Error {
  override readonly name = 'NotPersisted';

  /** @param cause the error of the store, if this process knows it */
  constructor(cause?: unknown) {
    super('an update could not be persisted', { cause });
  }
}

interface ConfirmationOptions extends Pick<Host, 'run' | 'clock' | 'log'> {
  readonly webhookUrl: string | undefined;
}

/**
 * Keeps each update unconfirmed until its middleware has persisted it, even if grammY 1.46.0 sends
 * a higher offset:
 *
 * 1. All updates of a poll are handled at the same time, so that they share a commit. The next poll
 *    waits for them.
 * 2. If some were not persisted, that poll waits a moment more, and begins with the first of them.
 * 3. A process that is not the owner polls nothing: the owner may poll already.
 */
export class Confirmation {
  readonly #options: ConfirmationOptions;
  readonly #unconfirmed = new Set<number>();
  #inFlight: Promise<void>[] = [];

  constructor(options: ConfirmationOptions) {
    this.#options = options;
  }

  /** Goes before all other middleware. */
  readonly middleware = ({ update }: Context, next: NextFunction): Promise<void> | undefined => {
    const handled = this.#handle(update.update_id, next);
    if (this.#options.webhookUrl !== undefined) return handled;
    // An update that was not persisted stays unconfirmed, so Telegram delivers it again.
    allowUnheard(handled);
    this.#inFlight.push(handled);
    return undefined;
  };

  /** Sets the offset of each poll. */
  readonly transformer: Transformer = async (prev, method, payload, signal) => {
    if (method !== 'getUpdates') return prev(method, payload, signal);
    const { run, clock } = this.#options;
    await Promise.allSettled(this.#inFlight);
    this.#inFlight = [];
    // The last call of a bot that stops has no signal, and must not wait.
    if (this.#unconfirmed.size > 0 && signal !== undefined) await clock.sleep(RETRY_MS);
    // The next owner may poll already, and Telegram refuses one of two processes that poll.
    if (!run.ownsInstallation()) return signal === undefined ? NO_UPDATES : untilStopped(signal);
    const { offset = 0 } = payload as { offset?: number };
    const from = Math.min(offset, ...this.#unconfirmed);
    const response = await prev(method, { ...payload, offset: from }, signal);
    // This poll has delivered them again, unless Telegram has dropped them after 24 hours.
    if (response.ok) this.#unconfirmed.clear();
    return response;
  };

  async #handle(id: number, next: NextFunction): Promise<void> {
    this.#unconfirmed.add(id);
    try {
      await next();
    } catch (error) {
      if (error instanceof NotPersisted) throw error;
      // The update is confirmed all the same. Else Telegram would deliver it again for ever, and
      // none after it.
      this.#options.log.error(
        { err: error, update: id },
        'An update from Telegram could not be understood and was skipped. Please report this as a bug',
      );
    }
    this.#unconfirmed.delete(id);
  }
}

/**
 * Settles only when polling is stopped.
 * @throws an error that says so
 */
function untilStopped(signal: Parameters<Transformer>[3] & object): Promise<never> {
  return new Promise((_, reject) => {
    const leave = (): void => reject(new Error('polling has stopped'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
  });
}
