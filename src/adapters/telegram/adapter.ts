import type { Adapter } from '../../core/adapter/adapter.ts';
import type { FileLimits } from '../../core/adapter/file-access.ts';
import type { ReceiveRequest, ReplyTarget, ShowReply } from '../../core/adapter/request-event.ts';
import type { FindSuggestions } from '../../core/adapter/suggestions.ts';
import type { FileReference } from '../../core/command/command-options.ts';
import { type Principal, personIdOf } from '../../core/principal.ts';
import type { ReplyWithButtons } from '../../core/reply/reply.ts';
import { Delivery } from '../delivery/delivery.ts';
import { Greetings } from '../reading/greetings.ts';
import { createBot, type TelegramBot, type TelegramOptions } from './api/bot.ts';
import { BotApiServer } from './api/bot-api-server.ts';
import { TelegramConnection } from './api/connection.ts';
import { CommandLists } from './commands.ts';
import { Albums } from './events/albums.ts';
import { InlineEvents } from './events/inline-events.ts';
import { createMiddleware } from './events/middleware.ts';
import { createSubmit } from './events/telegram-request.ts';
import { GUIDE } from './guide.ts';
import { messageName, type TelegramPlace, type TelegramTarget } from './places.ts';
import { PLATFORM } from './principals.ts';
import { ReceivedFiles } from './received-files.ts';
import type { TelegramMessage } from './render.ts';
import { SavedCommands } from './saved-commands.ts';
import { TelegramTransport } from './transport.ts';

/**
 * Receives Telegram's events as requests and shows replies there.
 *
 *     api/connection           fetches the updates; `api/bot` puts the limits around each call
 *     events/middleware        says who reads an update: `message-events` a message or its edit,
 *                              `press-events` a press, `inline-events` a query in another chat
 *     events/read-message      what a message says; `reading/meaning` decides what that means
 *     events/albums            makes one request of the pictures of an album
 *     delivery/delivery        decides where a reply is shown; `transport` knows the places
 *                              and makes the calls
 *     places                   the places of messages, as the store has them
 *     render                   makes the message of a reply: `html` its lines, `button-data` its
 *                              buttons
 *     message-calls            sends and changes that message
 *     received-files           downloads what people sent
 *     commands                 writes the lists of commands
 *     saved-commands           what the links to the private chat repeat
 */
export class TelegramAdapter implements Adapter {
  readonly platform = PLATFORM;
  readonly guide = GUIDE;
  readonly #options: TelegramOptions;
  readonly #telegram: TelegramBot;
  readonly #savedCommands: SavedCommands;
  readonly #greetings: Greetings;
  readonly #commandLists: CommandLists;
  readonly #files: ReceivedFiles;
  readonly #delivery: Delivery<TelegramPlace, TelegramMessage>;
  readonly #connection: TelegramConnection;

  constructor(options: TelegramOptions) {
    const { store, sayFor, clock, log } = options;
    this.#options = options;
    this.#telegram = createBot(options);
    const { api } = this.#telegram.bot;
    this.#savedCommands = new SavedCommands(store, log);
    this.#greetings = new Greetings(clock);
    const server = new BotApiServer(api, options);
    this.#commandLists = new CommandLists(api, server, options);
    this.#files = new ReceivedFiles(api, options);
    const transport = new TelegramTransport({
      telegram: this.#telegram,
      savedCommands: this.#savedCommands,
      server,
      sayFor,
      log,
    });
    this.#delivery = new Delivery({ transport, store, sayFor, clock, log });
    this.#connection = new TelegramConnection(this.#telegram.bot, server, options);
  }

  async start(receive: ReceiveRequest, suggest: FindSuggestions): Promise<void> {
    // First: updates come as soon as the bot is connected.
    this.#handleUpdates(receive, suggest);
    await this.#connection.start();
    this.#commandLists.register(this.#telegram.bot.botInfo.id);
  }

  isConnected(): boolean {
    return this.#connection.isServing && this.#telegram.isWorking();
  }

  async reopen(target: ReplyTarget, newer?: ReplyTarget): Promise<ShowReply | undefined> {
    return this.#delivery.reopen(target, newer);
  }

  messageNameOf(target: ReplyTarget): string | undefined {
    // Only this adapter makes the targets of its requests.
    const { place, message } = target as TelegramTarget;
    return message === undefined ? undefined : messageName(place, message.id);
  }

  readFile(file: FileReference, limits: FileLimits): Promise<Uint8Array> {
    return this.#files.read(file, limits);
  }

  async forget(requester: Principal): Promise<void> {
    const id = personIdOf(requester, PLATFORM);
    if (id !== undefined) await this.#savedCommands.forget(Number(id));
  }

  notify(admin: Principal, reply: ReplyWithButtons): Promise<boolean> {
    return this.#delivery.notify(admin, reply);
  }

  stop(): Promise<void> {
    return this.#connection.stop();
  }

  /** Also resumes the albums that were incomplete when the last process ended. */
  #handleUpdates(receive: ReceiveRequest, suggest: FindSuggestions): void {
    const { commands, store, sayFor, clock, log } = this.#options;
    const openReply = (target: TelegramTarget) => this.#delivery.open(target);
    const submit = createSubmit(receive, openReply);
    const { ended } = this.#connection;
    const albums = new Albums({ messages: store.messages, submit, clock, log, stopped: ended });
    albums.resume();
    const middleware = createMiddleware({
      commands,
      savedCommands: this.#savedCommands,
      questions: this.#delivery.questions,
      greetings: this.#greetings,
      albums,
      inline: new InlineEvents({
        commands,
        savedCommands: this.#savedCommands,
        sayFor,
        suggest,
        log,
      }),
      submit,
      openReply,
      clock,
      log,
    });
    this.#telegram.bot.use(middleware);
  }
}
