import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { RequestEvent } from '../../../core/adapter/request-event.ts';
import { type Clock, HOUR_MS } from '../../../core/time/clock.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { MessageTable } from '../../../store/schema/message-table.ts';
import { commandInput } from '../../reading/command-input.ts';
import { NotPersisted } from '../api/confirmation.ts';
import { fileIn, messageText } from './read-message.ts';
import type { SubmitRequest } from './telegram-request.ts';

/**
 * Each picture of an album is a message. An album is complete if no picture arrives for this long.
 */
const GATHERED_MS = 2_000;
/** One row has all open albums: the names of rows are hashed, so they cannot be listed. */
const ROW = 'telegram albums';
/** The most complete albums to remember, since their messages may be delivered again. */
const FINISHED = 100;
/** Time for which the open albums are stored. */
const KEPT_MS = 48 * HOUR_MS;

/** The parts of a stored request that are read here. */
const commandRequest = z.object({
  input: z.object({
    kind: z.literal('command'),
    name: z.string(),
    options: z.object({ kind: z.string() }),
  }),
});

/** An open album: the request of its first message, the captions of the others, and all files. */
const albumSchema = z.object({
  request: z.custom<RequestEvent>((request) => commandRequest.safeParse(request).success),
  /** The ids of its messages: each may be delivered again. */
  messages: z.array(z.int()),
  words: z.array(z.string()),
  files: z.array(
    z.object({
      name: z.string(),
      location: z.string(),
      contentType: z.string().exactOptional(),
      size: z.number().exactOptional(),
    }),
  ),
});
type Album = z.infer<typeof albumSchema>;
/** The albums by their keys. One that another version has stored in another form is left out. */
const rowSchema = z.record(z.string(), albumSchema.optional().catch(undefined));

interface AlbumsOptions {
  readonly messages: Pick<MessageTable, 'get' | 'upsert'>;
  /** Persists the request of each gathered album. */
  readonly submit: SubmitRequest;
  readonly clock: Pick<Clock, 'later'>;
  readonly log: Log;
  /** Aborted when the bot stops: open albums are then left to the next process. */
  readonly stopped: AbortSignal;
}

/** Joins the messages of an album into one request. */
export class Albums {
  readonly #options: AlbumsOptions;
  readonly #open = new Map<string, Album>();
  /** The latest albums that were submitted. */
  readonly #finished = new LRUCache<string, Album>({ max: FINISHED });
  readonly #cancelTimers = new Map<string, () => void>();
  /** Settles once the albums of the earlier process are open here. New pictures wait for that. */
  #resumed: Promise<void> = Promise.resolve();

  constructor(options: AlbumsOptions) {
    this.#options = options;
  }

  /** Continues with the open albums of an earlier process, in the background. */
  resume(): void {
    this.#resumed = this.#readStored().catch((error: unknown) => this.#warn(error));
  }

  /** Resolves with whether the album of this message is being gathered. */
  async isOpen(message: Message): Promise<boolean> {
    await this.#resumed;
    return this.#open.has(keyOf(message));
  }

  /**
   * Adds a message. Resolves when it is persisted.
   * @param makeRequest called for the first message of an album
   * @throws NotPersisted if the message could not be persisted
   */
  async add(message: Message, makeRequest: () => RequestEvent): Promise<void> {
    await this.#resumed;
    const key = keyOf(message);
    const finished = this.#finished.get(key);
    // Telegram delivers a message again that could not be persisted. Submit its album again too.
    if (finished?.messages.includes(message.message_id)) return this.#submit(finished);
    const before = this.#open.get(key);
    const album = before ?? { request: makeRequest(), messages: [], words: [], files: [] };
    if (!album.messages.includes(message.message_id)) {
      const file = fileIn(message);
      album.messages.push(message.message_id);
      if (file !== undefined) album.files.push(file);
      if (before !== undefined) album.words.push(messageText(message));
    }
    this.#gather(key, album);
    await this.#persist().catch((error: unknown) => {
      throw new NotPersisted(error);
    });
  }

  async #readStored(): Promise<void> {
    const albums = (await this.#options.messages.get(ROW, rowSchema)) ?? {};
    for (const [key, album] of Object.entries(albums)) {
      if (album !== undefined) this.#gather(key, album);
    }
  }

  #gather(key: string, album: Album): void {
    this.#open.set(key, album);
    this.#cancelTimers.get(key)?.();
    const { clock, stopped } = this.#options;
    const end = (): void => {
      if (stopped.aborted) return;
      this.#finish(key, album).catch((error: unknown) => this.#warn(error));
    };
    this.#cancelTimers.set(key, clock.later(GATHERED_MS, end));
  }

  async #finish(key: string, album: Album): Promise<void> {
    this.#open.delete(key);
    this.#cancelTimers.delete(key);
    this.#finished.set(key, album);
    await this.#submit(album);
    await this.#persist();
  }

  #submit(album: Album): Promise<void> {
    return this.#options.submit(wholeRequest(album));
  }

  async #persist(): Promise<void> {
    const albums = Object.fromEntries(this.#open);
    await this.#options.messages.upsert(ROW, albums, { keptMs: KEPT_MS });
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'Gathered albums could not be read or written');
  }
}

function keyOf({ chat, media_group_id }: Message): string {
  return `${chat.id}:${media_group_id}`;
}

/** The request of the first message, with the captions and files of all messages. */
function wholeRequest({ request, words, files }: Album): RequestEvent {
  const { input } = request;
  if (input.kind !== 'command' || input.options.kind !== 'text') return request;
  const [first = input.options.file, ...others] = files;
  const text = [input.options.text, ...words].filter(Boolean).join('\n');
  const file = first && others.length > 0 ? { ...first, others } : first;
  return { ...request, input: commandInput(input.name, text, file) };
}
