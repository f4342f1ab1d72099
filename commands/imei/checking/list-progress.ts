import type { Reply } from '../../../src/core/reply/reply.ts';
import { progressReply } from '../../../src/format/imei/progress-reply.ts';
import type { ImeiList } from '../../../src/lists/list.ts';
import type { ListWait } from '../../../src/lists/list-wait.ts';
import { plainAction } from '../actions/button-effects.ts';
import type { ImeiQuery } from '../imei-query.ts';

/** The reply while checks wait or run. If they may take long, a button stops them. */
export function progressOf(query: ImeiQuery, list: ImeiList, waiting: ListWait): Reply {
  const { tasksUnderWay, invocation } = query;
  const reply = progressReply(query.contextNow(), list, waiting);
  const isStuck = waiting.failure !== undefined || waiting.blockedBy !== undefined;
  // A single check ends soon, unless the service or the store fails, or the bot has just started.
  if (list.entries.length <= 1 && !isStuck) return { ...reply, actions: [] };
  // The button stops each request of the person that checks exactly these numbers.
  const imeis = list.entries.map(({ number }) => number.imei);
  const also = tasksUnderWay.othersWith(invocation, imeis);
  const effect = { kind: 'stop', ...(also.length > 0 && { also }) } as const;
  return {
    ...reply,
    actions: [{ ...plainAction(query, 'stop', 'here', effect), style: 'danger' }],
  };
}
