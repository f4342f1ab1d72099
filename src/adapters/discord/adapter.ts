import { type Client, Events, type Message } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Adapter } from '../../core/adapter/adapter.ts';
import type { FileLimits } from '../../core/adapter/file-access.ts';
import type { ReceiveRequest, ReplyTarget } from '../../core/adapter/request-event.ts';
import type { FindSuggestions } from '../../core/adapter/suggestions.ts';
import type { FileReference } from '../../core/command/command-options.ts';
import { type Principal, personIdOf } from '../../core/principal.ts';
import type { ReplyWithButtons } from '../../core/reply/reply.ts';
import { Delivery } from '../delivery/delivery.ts';
import { Greetings } from '../reading/greetings.ts';
import type { DiscordOptions } from './api/client.ts';
import { DiscordConnection } from './api/connection.ts';
import { DiscordFailure, isCallFailure, toDiscordFailure } from './api/failure.ts';
import { createIncidentReport, type ReportIncident } from './api/incident-report.ts';
import { registerCommands } from './commands.ts';
import { InteractionEvents } from './events/interaction-events.ts';
import { MessageEvents } from './events/message-events.ts';
import { GUIDE } from './guide.ts';
import type { DiscordPlace } from './places.ts';
import { PLATFORM } from './principals.ts';
import { downloadAttachment } from './received-files.ts';
import type { DiscordMessage } from './render.ts';
import { DiscordTransport } from './transport.ts';

/** The most people whose language is remembered: only an interaction contains it. */
const REMEMBERED_PEOPLE = 2_000;

/**
 * Receives Discord's events as requests and shows replies there.
 *
 *     api/connection              the gateway, and each call to Discord
 *     events/message-events       reads a message or its edit: `events/read-message` what it says,
 *                                 `reading/meaning` what that means
 *     events/interaction-events   reads commands, presses, forms and the menu of a message
 *     delivery/delivery           decides where a reply is shown; `transport` answers it
 *     places                      the places of messages, as the store has them
 *     render                      makes the message of a reply: `markdown` its lines,
 *                                 `button-data` its buttons
 *     message-calls               sends, changes and deletes that message
 *     received-files              downloads what people sent
 *     commands                    registers the commands
 */
export class DiscordAdapter implements Adapter {
  readonly platform = PLATFORM;
  readonly guide = GUIDE;
  readonly #options: DiscordOptions;
  readonly #report: ReportIncident;
  readonly #connection: DiscordConnection;
  readonly #greetings: Greetings;
  readonly #delivery: Delivery<DiscordPlace, DiscordMessage>;
  /** The languages of people, by their ids. */
  readonly #locales = new LRUCache<string, string>({ max: REMEMBERED_PEOPLE });

  constructor(options: DiscordOptions) {
    const { store, sayFor, clock, log } = options;
    this.#options = options;
    this.#report = createIncidentReport(log, clock);
    this.#connection = new DiscordConnection(options, this.#report);
    this.#greetings = new Greetings(clock);
    const transport = new DiscordTransport({ connection: this.#connection, clock, sayFor });
    this.#delivery = new Delivery({ transport, store, sayFor, clock, log });
  }

  /**
   * Retries while Discord cannot be reached.
   * @throws PlatformLost if Discord refuses the bot, an AbortError if the bot stops before
   */
  start(receive: ReceiveRequest, suggest: FindSuggestions): Promise<void> {
    const interactions = this.#interactionEvents(receive, suggest);
    const messages = this.#messageEvents(receive);
    return this.#connection.start((client) => {
      this.#listenForConnection(client);
      this.#listenForInteractions(client, interactions);
      this.#listenForMessages(client, messages);
    });
  }

  isConnected(): boolean {
    return this.#connection.isConnected;
  }

  async reopen(target: ReplyTarget, newer?: ReplyTarget) {
    return this.#delivery.reopen(target, newer);
  }

  notify(admin: Principal, reply: ReplyWithButtons): Promise<boolean> {
    return this.#delivery.notify(admin, reply);
  }

  readFile(file: FileReference, limits: FileLimits): Promise<Uint8Array> {
    return downloadAttachment(file, limits, this.#options);
  }

  async forget(requester: Principal): Promise<void> {
    const id = personIdOf(requester, PLATFORM);
    if (id !== undefined) this.#locales.delete(id);
  }

  stop(): Promise<void> {
    return this.#connection.stop();
  }

  #listenForConnection(client: Client): void {
    client.once(Events.ClientReady, ({ application }) => {
      this.#options.log.info(
        { application: `discord:application:${application.id}` },
        'Connected to Discord',
      );
      this.#handle(() => registerCommands(this.#connection, application.id, this.#options));
    });
  }

  #interactionEvents(receive: ReceiveRequest, suggest: FindSuggestions): InteractionEvents {
    const { commands, sayFor, clock, log } = this.#options;
    return new InteractionEvents({
      commands,
      receive,
      suggest,
      report: this.#report,
      locales: this.#locales,
      openReply: (target) => this.#delivery.open(target),
      sayFor,
      clock,
      log,
    });
  }

  #messageEvents(receive: ReceiveRequest): MessageEvents {
    return new MessageEvents({
      commands: this.#options.commands,
      receive,
      questions: this.#delivery.questions,
      greetings: this.#greetings,
      locales: this.#locales,
      openReply: (target) => this.#delivery.open(target),
      time: this.#connection.time,
    });
  }

  #listenForInteractions(client: Client, interactions: InteractionEvents): void {
    client.on(Events.InteractionCreate, (interaction) =>
      this.#handle(() => interactions.receive(interaction)),
    );
  }

  #listenForMessages(client: Client, messages: MessageEvents): void {
    const onMessage = (message: Message): void => this.#handle(() => messages.receive(message));
    client.on(Events.MessageCreate, onMessage);
    client.on(Events.MessageUpdate, (_, message) => {
      // Discord also reports a message that is pinned, or whose link got a preview.
      if (message.editedTimestamp !== null) onMessage(message);
    });
    // The library leaves out the message that another one replies to.
    client.on(Events.Raw, ({ d: data }) => {
      if (data?.referenced_message) messages.rememberRepliedTo(data.id, data.referenced_message);
    });
    // The library ignores edits in a direct-message channel that it has not cached.
    client.on(Events.Raw, ({ t: event, d: data }) => {
      if (event !== 'MESSAGE_UPDATE' || !data.edited_timestamp) return;
      if (client.channels.cache.has(data.channel_id)) return;
      this.#handle(async () => {
        const message = await this.#connection.call(async ({ channels }) => {
          const channel = await channels.fetch(data.channel_id);
          return channel?.isTextBased() ? channel.messages.fetch(data.id) : undefined;
        });
        if (message !== undefined) onMessage(message);
      });
    });
  }

  /** Logs errors: an error that a listener throws would end the process. */
  #handle(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      // The connection has reported the failure.
      if (error instanceof DiscordFailure) return;
      if (isCallFailure(error)) {
        const { code, message } = toDiscordFailure(error);
        this.#report(code, { reason: message });
        return;
      }
      this.#options.log.error({ err: error }, 'An event of Discord could not be handled');
    });
  }
}
