import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../../core/clock.ts';
import type { PlatformMemory } from '../../definition.ts';

/** Albums remembered; their messages arrive within seconds. */
const REMEMBERED = 1_000;
const KEPT_MS = HOUR_MS;

/** The parts of a message that tell of its album. */
export type AlbumMessage = Pick<Message, 'media_group_id' | 'message_id'>;

/** Knows the messages of an album: each picture is a message, and one has the caption. */
export interface Albums {
  /** Whether a message is the first of its album; true without an album. */
  isFirst(message: AlbumMessage): boolean;
  /** The words that were asked of the album, in its first message; undefined if nothing was. */
  wordsOf(message: AlbumMessage): string | undefined;
  /** The words of a message ask something of its whole album. */
  ask(message: AlbumMessage, words: string): void;
  /** Reads what earlier processes knew of a message's album. Rejects if that fails. */
  recall(message: AlbumMessage): Promise<void>;
  /** Writes what this process knows. Rejects if that fails. */
  share(message: AlbumMessage): Promise<void>;
  /** Whether more than one message of an album has been seen. Never rejects. */
  sawMore(album: string): Promise<boolean>;
}

interface Known {
  readonly first: number;
  hasMore: boolean;
  words?: string;
}

/** Creates an empty memory of albums. */
export function createAlbums(memory: Pick<PlatformMemory, 'messages'>): Albums {
  const known = new LRUCache<string, Known>({ max: REMEMBERED });
  const knownOf = (album: string, message: number): Known => {
    const one = known.get(album) ?? { first: message, hasMore: false };
    if (one.first !== message) one.hasMore = true;
    known.set(album, one);
    return one;
  };
  const { get, ...messages } = memory.messages;
  const insert = (name: string, value: string): Promise<boolean> =>
    messages.insert(name, value, { keptMs: KEPT_MS });
  return {
    isFirst: ({ media_group_id: album, message_id }) =>
      album === undefined || knownOf(album, message_id).first === message_id,
    wordsOf: ({ media_group_id: album, message_id }) =>
      album === undefined ? undefined : knownOf(album, message_id).words,
    ask: ({ media_group_id: album, message_id }, words) => {
      if (album !== undefined) knownOf(album, message_id).words = words;
    },
    recall: async ({ media_group_id: album, message_id }) => {
      if (album === undefined) return;
      if (await insert(nameOf(album), String(message_id))) return;
      const first = Number(await get(nameOf(album)));
      if (!Number.isSafeInteger(first) || first <= 0 || first === message_id) return;
      // The first message may have been read here meanwhile, and its words not be stored yet.
      const words = (await get(`${nameOf(album)} asked`)) ?? known.get(album)?.words;
      known.set(album, { first, hasMore: true, ...(words !== undefined && { words }) });
    },
    share: async ({ media_group_id: album }) => {
      const one = album === undefined ? undefined : known.get(album);
      if (album === undefined || one === undefined) return;
      if (one.words !== undefined) await insert(`${nameOf(album)} asked`, one.words);
      if (one.hasMore) await insert(`${nameOf(album)} more`, 'yes');
    },
    sawMore: async (album) =>
      known.get(album)?.hasMore === true ||
      (await get(`${nameOf(album)} more`).catch(() => undefined)) !== undefined,
  };
}

function nameOf(album: string): string {
  return `telegram album ${album}`;
}
