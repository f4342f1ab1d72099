import type { Message } from 'grammy/types';
import type { Request } from '../../core/adapter.ts';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { FileReference } from '../../core/options.ts';
import type { Log } from '../../ops/log/log.ts';
import { asking } from '../command-ask.ts';
import type { PlatformMemory } from '../definition.ts';
import { textOf } from './addressed.ts';
import { fileIn } from './attachments.ts';

/** Each picture of an album is a message; the last one has come when none comes for so long. */
const GATHERED_MS = 2_000;
/** One row for all albums that are being gathered: names of rows are hashed, so they cannot be listed. */
const ROW = 'telegram albums';
const KEPT_MS = 48 * HOUR_MS;

/** An album that is being gathered: the request of its first message, further words, and all files. */
interface Album {
  readonly request: Request;
  readonly words: string[];
  readonly files: FileReference[];
}

/** Gathers the messages of an album into one request. */
export interface Albums {
  /** Whether the album of this message is being gathered. */
  isOpen(message: Message): boolean;
  /** Adds a message. Resolves when it is persisted; rejects if that fails. */
  add(message: Message, first: () => Request): Promise<void>;
  /** Goes on with what an earlier process gathered. */
  resume(): Promise<void>;
}

/** @param take is given the request of each gathered album, and persists it */
export function createAlbums(
  { messages }: Pick<PlatformMemory, 'messages'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  take: (request: Request) => Promise<void>,
): Albums {
  const open = new Map<string, Album>();
  const timers = new Map<string, () => void>();
  const persist = () => messages.put(ROW, JSON.stringify(Object.fromEntries(open)), { keptMs: KEPT_MS });
  const finish = async (key: string, album: Album): Promise<void> => {
    open.delete(key);
    timers.delete(key);
    await take(requestOf(album));
    await persist();
  };
  const wait = (key: string, album: Album): void => {
    timers.get(key)?.();
    const end = () =>
      finish(key, album).catch((error) => log.warn({ err: error }, 'An album could not be persisted'));
    timers.set(key, clock.later(GATHERED_MS, end));
  };
  return {
    isOpen: (message) => open.has(keyOf(message)),
    add: async (message, first) => {
      const key = keyOf(message);
      const before = open.get(key);
      const album = before ?? { request: first(), words: [], files: [] };
      const file = fileIn(message);
      // An update may be delivered again.
      if (file !== undefined && !album.files.some(({ location }) => location === file.location))
        album.files.push(file);
      if (before !== undefined) album.words.push(textOf(message));
      open.set(key, album);
      wait(key, album);
      await persist();
    },
    resume: async () => {
      const row = await messages.get(ROW);
      const albums: Record<string, Album> = row === undefined ? {} : JSON.parse(row);
      for (const [key, album] of Object.entries(albums)) {
        open.set(key, album);
        wait(key, album);
      }
    },
  };
}

function keyOf({ chat, media_group_id }: Message): string {
  return `${chat.id}:${media_group_id}`;
}

function requestOf({ request, words, files: [first, ...others] }: Album): Request {
  const { ask, target, visibility } = request;
  if (ask.kind !== 'command' || ask.options.kind !== 'text' || first === undefined) return request;
  const text = [ask.options.text, ...words].filter(Boolean).join('\n');
  const file = others.length === 0 ? first : { ...first, others };
  // In a group, privacy mode shows the bot no more than the picture with the words.
  const isOnlyOne = others.length === 0 && visibility === 'shared';
  return {
    ...request,
    ask: asking(ask.name, text, file),
    target: isOnlyOne ? { ...target, onlyOne: true } : target,
  };
}
