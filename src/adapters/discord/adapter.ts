import { type APIMessage, type Client, Events, type Message } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Adapter, Receive, Suggest } from '../../core/adapter.ts';
import { Delivery } from '../delivery/delivery.ts';
import { createQuestions } from '../questions.ts';
import { createConnection, type DiscordOptions } from './client.ts';
import { register } from './commands.ts';
import { createReport, DiscordFault, faultOf, isCallError } from './errors.ts';
import { createInteractionHandler } from './interactions.ts';
import { readFile, readMessage } from './messages.ts';
import { PLATFORM } from './target.ts';
import { DiscordTransport } from './transport.ts';

/** People whose language is remembered: a command contains it, a message does not. */
const REMEMBERED = 2_000;

/**
 * Discord as a platform. `start` retries while Discord cannot be reached, and rejects with a `PlatformLost` if it refuses
 * the bot.
 */
export function createDiscordAdapter(options: DiscordOptions): Adapter {
  const { clock, log, sayIn } = options;
  const report = createReport(log, clock);
  const questions = createQuestions(PLATFORM, options.messages, options.hash);
  const locales = new LRUCache<string, string>({ max: REMEMBERED });
  const connection = createConnection(options, report);
  const transport = new DiscordTransport({ connection, clock, sayIn });
  const delivery = new Delivery({ transport, questions, sayIn, clock, log });

  function listen(client: Client, receive: Receive, suggest: Suggest): void {
    client.once(Events.ClientReady, ({ application }) => {
      log.info({ application: `discord:application:${application.id}` }, 'Connected to Discord');
      handle(() => connection.call((ready) => register(ready, options)));
    });
    const open = delivery.open.bind(delivery);
    const onInteraction = createInteractionHandler({
      ...options,
      receive,
      suggest,
      report,
      locales,
      open,
    });
    client.on(Events.InteractionCreate, (interaction) => handle(() => onInteraction(interaction)));

    // The library keeps no messages, so the one replied to is only in the packet, and events may wait for other shards.
    const repliedTo = new LRUCache<string, APIMessage>({ max: 1_000 });
    const onMessage = (message: Message): void =>
      handle(async () => {
        const request = await readMessage(message, { ...options, questions, locales, repliedTo });
        if (request !== undefined) await receive(request, open(request.target));
      });
    client.on(Events.MessageCreate, onMessage);
    client.on(Events.MessageUpdate, (_, message) => {
      // Discord also reports a message that is pinned, or whose link got a preview.
      if (message.editedTimestamp !== null) onMessage(message);
    });
    client.on(Events.Raw, ({ t: event, d: data }) => {
      if (data?.referenced_message) repliedTo.set(data.id, data.referenced_message);
      if (
        event !== 'MESSAGE_UPDATE' ||
        !data.edited_timestamp ||
        client.channels.cache.has(data.channel_id)
      )
        return;
      // After a restart the library ignores an edit in a direct message, since it does not know the channel.
      handle(async () => {
        const channel = await client.channels.fetch(data.channel_id);
        if (channel?.isTextBased()) onMessage(await channel.messages.fetch(data.id));
      });
    });
  }
  /** Logs errors: an error that a listener throws would end the process. */
  function handle(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (isCallError(error)) report(faultOf(error).code, { reason: faultOf(error).message });
      else if (!(error instanceof DiscordFault))
        log.error({ err: error }, 'An event of Discord could not be handled');
    });
  }

  return {
    platform: PLATFORM,
    surface: 'form',
    start: (receive, suggest) => connection.start((client) => listen(client, receive, suggest)),
    connected: connection.connected,
    reopen: async (target, newer) => delivery.reopen(target, newer),
    notify: (admin, reply) => delivery.notify(admin, reply),
    readFile: (file, limits) => readFile(file, limits, options),
    forget: async (requester) => void locales.delete(requester.replace(`${PLATFORM}:user:`, '')),
    stop: connection.stop,
  };
}
