import { z } from 'zod';
import type { Input } from '../../core/adapter/request-event.ts';
import { HOUR_MS } from '../../core/time/clock.ts';
import type { Log } from '../../ops/log/log.ts';
import type { HostStore } from '../host.ts';
import { commandInput } from '../reading/command-input.ts';
import type { TelegramPlace } from './places.ts';

/** Time for which a link works: as long as the buttons of replies. */
const KEPT_MS = 48 * HOUR_MS;

/** The name of a command that stands for a press. Its text is the token and the message. */
const PRESS = 'press';

/** A command that a link repeats. */
const savedSchema = z.object({ asker: z.int(), name: z.string(), text: z.string() });
type SavedCommand = z.infer<typeof savedSchema>;

type PressInput = Extract<Input, { readonly kind: 'press' }>;

/** A press of a button in a named message, as a command that a link can repeat. */
export function pressAsCommand(press: Required<PressInput>): TelegramPlace['privateCommand'] {
  return { name: PRESS, text: `${press.token} ${press.message}` };
}

/** The input that a link repeats: the press that a saved command stands for, or the command. */
export function inputOfSaved({ name, text }: SavedCommand): Input {
  if (name !== PRESS) return commandInput(name, text);
  const [token = '', message = ''] = text.split(' ');
  return { kind: 'press', token, message };
}

/**
 * Stores the commands that links to the private chat repeat. A link has only the name of a row,
 * since everybody in the chat can read the link and must not read the number.
 */
export class SavedCommands {
  readonly #store: Pick<HostStore, 'messages' | 'hash'>;
  readonly #log: Log;

  constructor(store: Pick<HostStore, 'messages' | 'hash'>, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /**
   * Stores the command. Resolves with a link that runs it in the private chat.
   * @throws StoreFailed
   */
  async linkTo(bot: string, command: SavedCommand): Promise<string> {
    const { asker, name, text } = command;
    // A hash, so that the same command has one row, with a key, so that nobody can guess it.
    const parameter = `ask-${this.#store.hash(`telegram ask ${asker} ${name} ${text}`)}`;
    await this.#store.messages.upsert(`telegram ${parameter}`, command, {
      keptMs: KEPT_MS,
      person: this.#personOf(asker),
    });
    return `https://t.me/${bot}?start=${parameter}`;
  }

  /**
   * Finds the command of a link by its parameter. Resolves with undefined if the link is too old or
   * forged, or the store fails. The private chat then starts as for a newcomer.
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

  /**
   * Removes what is stored for this person.
   * @throws StoreFailed
   */
  async forget(asker: number): Promise<void> {
    await this.#store.messages.forget(this.#personOf(asker));
  }

  #personOf(asker: number): string {
    return this.#store.hash(`telegram links of ${asker}`);
  }
}
