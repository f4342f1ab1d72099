import type { APIInteraction } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Receive, Show, Suggest } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Command } from '../../../core/command.ts';
import type { Principal } from '../../../core/requester.ts';
import type { SayIn } from '../../../format/words/say.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { ContextCommand } from '../menu/commands.ts';
import type { DiscordApi } from '../outbound/api.ts';
import type { Questions } from '../outbound/chat/questions.ts';
import { type DiscordTarget, PLATFORM, UNKNOWN_LOCALE } from '../target.ts';
import { createIntake } from './intake.ts';
import { createMessageIntake, type TakeMessage } from './message-intake.ts';

/** People whose language is remembered: a message does not tell it, a command does. */
const REMEMBERED = 10_000;

/** What {@link createInbound} works with. */
export interface InboundNeeds {
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly commands: readonly Command[];
  /** The command that takes messages. */
  readonly textCommand: string;
  readonly contextCommand?: ContextCommand | undefined;
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  readonly questions: Questions;
  /** Opens the way to show a reply. */
  readonly open: (target: DiscordTarget) => Show;
}

/** What becomes of events; nothing, until the adapter is started and after it is stopped. */
export interface Inbound {
  start(receive: Receive, suggest: Suggest): void;
  stop(): void;
  readonly onInteraction: (interaction: APIInteraction) => void;
  readonly onMessage: TakeMessage;
  /** Forgets the language of a person. */
  forget(requester: Principal): void;
}

/** Creates it, not started yet. */
export function createInbound(needs: InboundNeeds): Inbound {
  const { commands, textCommand } = needs;
  const locales = new LRUCache<string, string>({ max: REMEMBERED });
  const context = { commandNames: commands.map(({ name }) => name), textCommand };
  let take:
    | { readonly interaction: ReturnType<typeof createIntake>; readonly message: TakeMessage }
    | undefined;
  return {
    start: (receive, suggest) => {
      const onLocale = (user: string, locale: string): void => void locales.set(user, locale);
      const localeOf = (user: string): string => locales.get(user) ?? UNKNOWN_LOCALE;
      take = {
        interaction: createIntake({ ...needs, receive, suggest, onLocale }),
        message: createMessageIntake({ ...needs, receive, context, localeOf }),
      };
    },
    stop: () => {
      take = undefined;
    },
    onInteraction: (interaction) => take?.interaction(interaction),
    onMessage: (message, me) => take?.message(message, me),
    forget: (requester) => {
      locales.delete(requester.replace(`${PLATFORM}:user:`, ''));
    },
  };
}
