import type { Reply } from '../core/reply.ts';
import { compose } from './reply/compose.ts';
import type { View } from './reply/view.ts';

/** A short answer to a greeting or to thanks. */
export function smallTalkReply({ say }: View, talk: 'hello' | 'thanks'): Reply {
  return compose({ tone: 'neutral', title: say(`smallTalk.${talk}`) });
}
