import type { Message } from 'grammy/types';
import type { Request } from '../../core/adapter.ts';
import { HOUR_MS } from '../../core/clock.ts';
import type { FileReference } from '../../core/options.ts';
import { commandAsk } from '../questions.ts';
import { NotPersisted, type TelegramOptions } from './bot.ts';
import { fileIn, textOf } from './read-message.ts';

/** Each picture of an album is a message; the last one has come when none comes for so long. */
const GATHERED_MS = 2_000;
/** One row for all albums that are being gathered: names of rows are hashed, so they cannot be listed. */
const ROW = 'telegram albums';
const KEPT = { keptMs: 48 * HOUR_MS };

/** An album that is being gathered: the request of its first message, further words, and all files. */
interface Album {
  readonly request: Request;
  readonly words: string[];
  readonly files: FileReference[];
}

/**
 * Gathers the messages of an album into one request, and continues with what an earlier process gathered.
 * @param take is given the request of each gathered album, and persists it
 * @param stopped then what is being gathered is left to the next process
 */
export function createAlbums(
  { messages, clock, log }: TelegramOptions,
  take: (request: Request) => Promise<void>,
  stopped: AbortSignal,
) {
  const open = new Map<string, Album>();
  const timers = new Map<string, () => void>();
  const persist = () => messages.put(ROW, JSON.stringify(Object.fromEntries(open)), KEPT);
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'Gathered albums could not be read or written');
  const finish = async (key: string, album: Album): Promise<void> => {
    open.delete(key);
    timers.delete(key);
    await take(requestOf(album));
    await persist();
  };
  const gather = (key: string, album: Album): void => {
    open.set(key, album);
    timers.get(key)?.();
    const end = (): void => {
      if (!stopped.aborted) finish(key, album).catch(warn);
    };
    timers.set(key, clock.later(GATHERED_MS, end));
  };
  const resume = async (): Promise<void> => {
    const albums: Record<string, Album> = JSON.parse((await messages.get(ROW)) ?? '{}');
    for (const [key, album] of Object.entries(albums)) gather(key, album);
  };
  resume().catch(warn);
  return {
    /** Whether the album of this message is being gathered. */
    isOpen: (message: Message): boolean => open.has(keyOf(message)),
    /** Adds a message. Resolves when it is persisted; rejects with `NotPersisted` if that fails. */
    add: async (message: Message, first: () => Request): Promise<void> => {
      const before = open.get(keyOf(message));
      const album = before ?? { request: first(), words: [], files: [] };
      const file = fileIn(message);
      // An update may be delivered again.
      const isNew = album.files.every(({ location }) => location !== file?.location);
      if (file !== undefined && isNew) album.files.push(file);
      if (before !== undefined) album.words.push(textOf(message));
      gather(keyOf(message), album);
      await persist().catch(() => {
        throw new NotPersisted();
      });
    },
  };
}

function keyOf({ chat, media_group_id }: Message): string {
  return `${chat.id}:${media_group_id}`;
}

function requestOf({ request, words, files: [first, ...others] }: Album): Request {
  const { ask } = request;
  if (ask.kind !== 'command' || ask.options.kind !== 'text' || first === undefined) return request;
  const text = [ask.options.text, ...words].filter(Boolean).join('\n');
  return { ...request, ask: commandAsk(ask.name, text, others.length === 0 ? first : { ...first, others }) };
}
