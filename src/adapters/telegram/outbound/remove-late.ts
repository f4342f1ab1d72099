import type { Api } from 'grammy';
import { z } from 'zod';
import { jsonIn } from '../../../core/json.ts';
import type { Calls } from './api.ts';
import type { OnLate } from './client.ts';

/**
 * Removes a message that only told how far a reply is, where its call was given up before Telegram said that it was sent: the reply
 * went on without it, and it would stand beside the answer for ever. Never throws.
 */
export function removeLate({ api, calls }: { readonly api: Api; readonly calls: Calls }): OnLate {
  return (method, text) => {
    const sent = method === 'sendMessage' ? sentMessage.safeParse(jsonIn(text)).data : undefined;
    if (sent === undefined) return;
    const { chat, message_id } = sent.result;
    void calls.repeatable(() => api.deleteMessage(chat.id, message_id)).catch(() => undefined);
  };
}

/** One that everybody in the chat sees: the id of others is 0 (Bot API, Message). */
const sentMessage = z.object({
  result: z.object({ message_id: z.int().positive(), chat: z.object({ id: z.int() }) }),
});
