import type { Api } from 'grammy';
import { z } from 'zod';
import type { TelegramOptions } from './bot.ts';
import { toTelegramFailure } from './failure.ts';

const TELEGRAM_SERVER = 'https://api.telegram.org';
/** The rights as Bot API 10.3 knows them. */
const RIGHTS = z.object({ can_send_welcome_messages: z.boolean() });

/** Abilities of the server of the Bot API: Telegram's own, or one of the operator. */
export class BotApiServer {
  /** Whether it is Telegram's own, which always has the newest version of the Bot API. */
  readonly isTelegrams: boolean;
  readonly #api: Api;
  readonly #log: TelegramOptions['log'];
  #isEphemeralOffered: boolean;

  constructor(api: Api, { apiUrl, log }: Pick<TelegramOptions, 'apiUrl' | 'log'>) {
    this.#api = api;
    this.#log = log;
    this.isTelegrams = new URL(apiUrl).origin === TELEGRAM_SERVER;
    this.#isEphemeralOffered = this.isTelegrams;
  }

  /**
   * Whether the server can show a message in a group to one person only. An older server ignores
   * the parameters for that, and would show the message to everybody.
   */
  get isEphemeralOffered(): boolean {
    return this.#isEphemeralOffered;
  }

  /**
   * Finds out whether a server of the operator has Bot API 10.3, which brought the parameters of
   * ephemeral messages. Telegram's own server always has that version.
   * @throws the error of the library if no answer comes
   */
  async learnVersion(): Promise<void> {
    if (this.isTelegrams) return;
    const rights = await this.#api.getMyDefaultAdministratorRights().catch((error: unknown) => {
      const { code, message } = toTelegramFailure(error);
      if (code === 'try-later') throw error;
      this.#log.debug(
        { reason: message },
        'The version of the Bot API server is unknown; it is treated as an old one',
      );
      return undefined;
    });
    this.#isEphemeralOffered = RIGHTS.safeParse(rights).success;
  }
}
