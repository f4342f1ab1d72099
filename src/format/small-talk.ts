import { type Reply, reply } from '../core/reply/reply.ts';
import type { ReplyContext } from './format.ts';

/** The reply to a greeting, to thanks, or to “ready?” if nothing is under way. */
export function smallTalkReply(
  { say }: ReplyContext,
  talk: 'hello' | 'thanks' | 'forget' | 'idle',
): Reply {
  return reply({ tone: 'neutral', title: say(`smallTalk.${talk}`) });
}

/** The reply to “ready?” if something is under way: the first lines of its progress. */
export function underWayReply({ title, summary, note }: Reply): Reply {
  return reply({ tone: 'neutral', title, summary, note });
}
