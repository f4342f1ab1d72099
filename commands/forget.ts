import { LRUCache } from 'lru-cache';
import {
  type Command,
  type CommandDescriptor,
  defineCommand,
} from '../src/core/command/command.ts';
import { forgottenReply } from '../src/format/privacy-replies.ts';
import { type BotServices, contextOf } from './services.ts';

export const FORGET = { name: 'forget', options: [] } as const satisfies CommandDescriptor;

/** Deletions that are remembered: more than there are unshown replies at any time. */
const MOST_UNSHOWN = 100;

/**
 * `/forget`: deletes what the bot stores about a person. A request that is repeated because its
 * reply could not be shown deletes nothing more: what the person has asked since stays. Another
 * process does not know of the first try and deletes again: rather too much than too little.
 */
export function createForget(services: BotServices): Command {
  const deleted = new LRUCache<string, Awaited<ReturnType<BotServices['forget']>>>({
    max: MOST_UNSHOWN,
  });
  return defineCommand({
    ...FORGET,
    run: async function* (invocation) {
      const { requester, requestId, isRepeat } = invocation;
      const before = isRepeat ? deleted.get(requestId) : undefined;
      const removed = before ?? (await services.forget(requester, invocation));
      deleted.set(requestId, removed);
      yield forgottenReply(contextOf(services, invocation), removed);
    },
  });
}
