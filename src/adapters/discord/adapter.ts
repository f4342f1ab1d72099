import { type APIMessage, type Client, DiscordAPIError, Events, type Message } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Adapter, Receive, Suggest } from '../../core/adapter.ts';
import type { Command } from '../../core/command.ts';
import type { OutboundProxy } from '../../core/network.ts';
import type { SayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { PlatformMemory } from '../definition.ts';
import { createQuestions } from '../questions.ts';
import { commandForms, type TextCommand } from './commands.ts';
import { type ConnectionSettings, createConnection } from './connection.ts';
import { createDelivery } from './deliver.ts';
import { createReport, DiscordFault, faultOf } from './errors.ts';
import { createReadFile } from './files.ts';
import { createInteractionHandler } from './interactions.ts';
import { readMessage } from './messages.ts';
import { createRegistration } from './registration.ts';
import { PLATFORM, UNKNOWN_LOCALE } from './target.ts';

/** People whose language is remembered: a command contains it, a message does not. */
const REMEMBERED = 10_000;

/** How the Discord adapter is set up. */
export interface DiscordOptions extends ConnectionSettings, PlatformMemory {
  /** Origins of attachments; Discord's own by default. */
  readonly attachmentOrigins?: readonly string[] | undefined;
  readonly commands: readonly Command[];
  readonly textCommand: TextCommand;
  readonly sayIn: SayIn;
  /** What attachments are downloaded through. */
  readonly proxy?: OutboundProxy | undefined;
  readonly log: Log;
}

/**
 * Discord as a platform. `start` retries while Discord cannot be reached, and rejects with a `DiscordStartError` if it
 * refuses the bot.
 */
export function createDiscordAdapter(options: DiscordOptions): Adapter {
  const { clock, log, sayIn, commands, textCommand } = options;
  const report = createReport(log, clock);
  const forms = commandForms(commands, textCommand, sayIn);
  const { register, mention } = createRegistration({ forms, sayIn, log });
  const questions = createQuestions(PLATFORM, options);
  const locales = new LRUCache<string, string>({ max: REMEMBERED });
  const connection = createConnection(options, report, listen);
  const { call } = connection;
  const { open, reopen, notify } = createDelivery({ call, clock, sayIn, mention, questions });
  let core: { readonly receive: Receive; readonly suggest: Suggest } | undefined;

  function listen(client: Client): void {
    client.once(Events.ClientReady, ({ application }) => {
      log.info({ application: application.id }, 'Connected to Discord');
      call(register).catch(handleError);
    });
    const onLocale = (user: string, locale: string): void => void locales.set(user, locale);
    const onInteraction = createInteractionHandler({ ...options, report, onLocale, open });
    client.on(Events.InteractionCreate, (interaction) => {
      if (core !== undefined) onInteraction(interaction, core).catch(handleError);
    });
    // The library keeps no messages, so the one replied to is only in what it makes the next event of.
    let repliedTo: APIMessage | undefined;
    client.on(Events.Raw, ({ t: event, d: data }) => {
      repliedTo = data?.referenced_message ?? undefined;
      // After a restart the library ignores an edit in a direct message, since it does not know the channel.
      if (event === 'MESSAGE_UPDATE' && data.edited_timestamp && !client.channels.cache.has(data.channel_id))
        readAgain(client, data).catch(handleError);
    });
    client.on(Events.MessageCreate, (message) => onMessage(message, repliedTo));
    client.on(Events.MessageUpdate, (_, message) => {
      // Discord also reports a message that is pinned, or whose link got a preview.
      if (message.editedTimestamp !== null) onMessage(message, repliedTo);
    });
  }
  function onMessage(message: Message, repliedTo: APIMessage | undefined): void {
    const commandNames = commands.map(({ name }) => name);
    const localeOf = (user: string): string => locales.get(user) ?? UNKNOWN_LOCALE;
    const context = { commandNames, textCommand: textCommand.command, localeOf, questions, repliedTo, clock };
    const take = async ({ receive }: { readonly receive: Receive }): Promise<void> => {
      const request = await readMessage(message, context);
      if (request !== undefined) await receive(request, open(request.target));
    };
    if (core !== undefined) take(core).catch(handleError);
  }
  async function readAgain(client: Client, { channel_id, id }: APIMessage): Promise<void> {
    const channel = await client.channels.fetch(channel_id);
    if (channel?.isTextBased()) onMessage(await channel.messages.fetch(id), undefined);
  }
  /** Every handler ends here, since the library ends the process for what it throws. */
  function handleError(error: unknown): void {
    if (error instanceof DiscordFault) return;
    if (error instanceof DiscordAPIError) report(faultOf(error).code, { reason: error.message });
    else log.error({ err: error }, 'An event of Discord could not be handled');
  }

  return {
    platform: PLATFORM,
    surface: 'form',
    start: async (receive, suggest) => {
      core = { receive, suggest };
      await connection.start();
    },
    connected: connection.connected,
    reopen,
    notify,
    readFile: createReadFile(options),
    forget: async (requester) => void locales.delete(requester.replace(`${PLATFORM}:user:`, '')),
    stop: async () => {
      core = undefined;
      await connection.stop();
    },
  };
}
