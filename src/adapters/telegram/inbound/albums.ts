import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';

/** The messages of an album come within seconds. */
const REMEMBERED = 1_000;

/** Knows which message of an album came first: pictures sent together are one message each, and one has the words. */
export interface Albums {
  /** Also yes for a message that belongs to no album. */
  isFirst(message: Pick<Message, 'media_group_id' | 'message_id'>): boolean;
  /** Another process knows which came first. */
  learn(album: string, firstMessage: number): void;
}

export function createAlbums(): Albums {
  const firsts = new LRUCache<string, number>({ max: REMEMBERED });
  return {
    isFirst: ({ media_group_id: album, message_id }) => {
      if (album === undefined) return true;
      const first = firsts.get(album) ?? message_id;
      firsts.set(album, first);
      return first === message_id;
    },
    learn: (album, firstMessage) => void firsts.set(album, firstMessage),
  };
}
