import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import type { SayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { AttachmentNeeds } from './inbound/attachments.ts';
import type { Autocomplete, ContextCommand } from './menu/commands.ts';
import type { ApiNeeds } from './outbound/api.ts';

/** How the Discord adapter is set up. */
export interface DiscordOptions {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The library's `rest.api`; the gateway's address comes from its answer. */
  readonly apiUrl: string;
  /** Registers the commands on this server only, where they are available at once. */
  readonly guild?: string | undefined;
  /** Origins that attachments may be fetched from; Discord's own by default. */
  readonly attachmentOrigins?: readonly string[];
  /** The commands to register. */
  readonly commands: readonly Command[];
  /** The command that takes messages. */
  readonly textCommand: string;
  /** The entry in a message's menu. */
  readonly contextCommand?: ContextCommand | undefined;
  /** The option with suggestions. */
  readonly autocomplete?: Autocomplete | undefined;
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  /** What Discord is called through, and attachments are fetched through. */
  readonly dispatcher?: ApiNeeds['dispatcher'];
  readonly proxy?: AttachmentNeeds['proxy'];
  readonly clock: Clock;
  readonly log: Log;
  /** Called once if the connection is permanently lost after the start; `reason` tells the operator what to do. */
  readonly onFatal: (reason: string) => void;
}
