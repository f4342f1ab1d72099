import { z } from 'zod';
import { HOUR_MS } from '../../core/clock.ts';
import type { Log } from '../../ops/log/log.ts';
import type { HostStore } from '../host.ts';

/** Like the buttons of replies. */
const KEPT_MS = 48 * HOUR_MS;

/** A command behind a link. */
const savedSchema = z.object({ asker: z.int(), name: z.string(), text: z.string() });
type SavedCommand = z.infer<typeof savedSchema>;

/**
 * Stores the commands behind links to the private chat. A link contains only the name of a row:
 * everybody in the chat can read it, and the number is masked there.
 */
export class SavedCommands {
  readonly #store: Pick<HostStore, 'messages' | 'hash'>;
  readonly #log: Log;

  constructor(store: Pick<HostStore, 'messages' | 'hash'>, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /**
   * Resolves with a link that runs the command in the private chat. Rejects if it could not be
   * stored.
   */
  async linkTo(bot: string, command: SavedCommand): Promise<string> {
    const { asker, name, text } = command;
    // The same each time, so that retyping does not store it twice; keyed, so that it cannot be
    // guessed.
    const parameter = `ask-${this.#store.hash(`telegram ask ${asker} ${name} ${text}`)}`;
    await this.#store.messages.upsert(`telegram ${parameter}`, command, {
      keptMs: KEPT_MS,
      person: this.#personOf(asker),
    });
    return `https://t.me/${bot}?start=${parameter}`;
  }

  /**
   * Finds the command behind a link's parameter. Resolves with undefined if it is too old, made up,
   * or cannot be read: then the private chat starts as for a newcomer.
   */
  async find(parameter: string): Promise<SavedCommand | undefined> {
    if (!parameter.startsWith('ask-')) return undefined;
    try {
      return await this.#store.messages.get(`telegram ${parameter}`, savedSchema);
    } catch (error) {
      this.#log.debug({ err: error }, 'The command behind a link could not be read');
      return undefined;
    }
  }

  /** Removes what is stored for this person. Rejects if that fails. */
  async forget(asker: number): Promise<void> {
    await this.#store.messages.forget(this.#personOf(asker));
  }

  #personOf(asker: number): string {
    return this.#store.hash(`telegram inline of ${asker}`);
  }
}
