import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import type { OutboundProxy } from '../../core/network.ts';
import type { Principal } from '../../core/requester.ts';
import type { SayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { PlatformMemory } from '../definition.ts';
import type { WebhookHandler } from './inbound/transport/webhook.ts';

/** How updates arrive by webhook. */
export interface TelegramWebhook {
  /** The public address of this bot; https. */
  readonly url: string;
  /** 1-256 characters of `A-Z a-z 0-9 _ -`. */
  readonly secret: string;
  /** Serves the path of `url` with the handler; called once, when the adapter is created. */
  readonly mount: (path: string, handler: WebhookHandler) => void;
}

/** How the Telegram adapter is set up. */
export interface TelegramOptions {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The Bot API server; Telegram's own by default. */
  readonly apiUrl?: string;
  /** undefined selects long polling. */
  readonly webhook?: TelegramWebhook;
  /** The commands to list in Telegram's menus. */
  readonly commands: readonly Command[];
  /** Who sees admin commands in Telegram's lists; dispatch enforces who may use them. */
  readonly admins: readonly Principal[];
  /** The command that takes messages without a command. */
  readonly textCommand: string;
  /** The command that answers `/start`. */
  readonly startCommand: string;
  /** Remembers albums, edits, answers and what buttons check, beyond the process. */
  readonly memory: PlatformMemory;
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  /** Languages in which command lists are written, in addition to the default list. */
  readonly languages: readonly string[];
  /** What Telegram is called through. */
  readonly proxy?: OutboundProxy | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Called at most once if nothing can work any more; the reason tells the operator what to do. */
  readonly onFatal: (reason: string) => void;
  /** How long Telegram holds a poll open, in seconds; 30 by default. */
  readonly pollSeconds?: number;
  /** Time limit for calls other than polls, in seconds; 20 by default. */
  readonly callTimeoutSeconds?: number;
}
