import { type Reply, reply } from '../core/reply.ts';
import type { View } from './reply/view.ts';

/** A short answer to a greeting, to thanks, or to “ready?” if nothing is under way. */
export function smallTalkReply({ say }: View, talk: 'hello' | 'thanks' | 'idle'): Reply {
  return reply({ tone: 'neutral', title: say(`smallTalk.${talk}`) });
}

/** The first lines of what is under way. */
export function underWayReply({ title, summary, note }: Reply): Reply {
  return reply({ tone: 'neutral', title, summary, note });
}
