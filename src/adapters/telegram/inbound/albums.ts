import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';

/** Albums remembered; their messages arrive within seconds. */
const REMEMBERED = 1_000;

/** Knows which message of an album arrived first: each picture is a message, and one has the caption. */
export interface Albums {
  /** Whether a message is the first of its album; true without an album. */
  isFirst(message: Pick<Message, 'media_group_id' | 'message_id'>): boolean;
  /** Takes over what another process knows. */
  learn(album: string, firstMessage: number): void;
}

/** Creates an empty memory of albums. */
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
