import type { Api } from 'grammy';
import type { Clock } from '../../../core/clock.ts';
import { createTyping, type StartTyping } from '../../typing.ts';
import type { ChatTarget } from '../target.ts';
import type { ChatQueues } from './queue/chat-queues.ts';

/** Bot API, sendChatAction: "The status is set for 5 seconds or less". */
const TIMES = { repeatMs: 4_500, shownMs: 4_000 };

/** What {@link createChatTyping} works with. */
export interface ChatTypingNeeds {
  readonly api: Api;
  readonly queues: ChatQueues;
  readonly clock: Clock;
}

/** Shows `typing` in a chat while the budget is not short. */
export function createChatTyping({ api, queues, clock }: ChatTypingNeeds): StartTyping<ChatTarget> {
  return createTyping<ChatTarget>({
    ...TIMES,
    clock,
    keyOf: ({ chat, thread }) => `${chat}:${thread}`,
    hasRoom: ({ chat, group }) => queues.hasPlenty({ chat, group }),
    show: ({ chat, thread }) =>
      api.sendChatAction(chat, 'typing', thread === undefined ? {} : { message_thread_id: thread }),
  });
}
