import type { Api } from 'grammy';
import { z } from 'zod';
import { jsonIn } from '../../../core/json.ts';
import type { Answered } from '../memory/answered.ts';
import type { ChatTarget, EphemeralTarget, Target } from '../target.ts';
import type { Calls } from './api.ts';
import type { OnLate } from './client.ts';

/** What {@link withdraw} works with. */
export interface WithdrawNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly answered: Pick<Answered, 'withdraw'>;
}

/**
 * Removes the message that was sent for a reply asked for at `asked`. One that stood there before, a pressed or an earlier answer,
 * stays, and so do inline messages, which bots cannot remove. Telegram lets a bot remove what it has sent for 48 hours, in groups
 * too ("deleteMessage"). Never rejects: a message that is gone, or that stays, changes no answer.
 */
export async function withdraw(
  { api, calls, answered }: WithdrawNeeds,
  shown: Target,
  asked: Target,
): Promise<void> {
  const own = sentFor(shown, asked);
  if (own === undefined || (own.where === 'chat' && !answered.withdraw(own))) return;
  const { chat, message } = own;
  const remove = () =>
    own.where === 'chat'
      ? api.deleteMessage(chat, message)
      : api.deleteEphemeralMessage(chat, own.user, message);
  await calls.repeatable(remove).catch(() => undefined);
}

/**
 * Removes a message that only told how far a reply is, where its call was given up before Telegram said that it was sent: the reply
 * went on without it, and it would stand beside the answer for ever. Never throws.
 */
export function removeLate({ api, calls }: Omit<WithdrawNeeds, 'answered'>): OnLate {
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

type Own = (ChatTarget | EphemeralTarget) & { readonly message: number };

function sentFor(shown: Target, asked: Target): Own | undefined {
  if (shown.where !== 'chat' && shown.where !== 'ephemeral') return undefined;
  const isNew = !('message' in asked) && !('editedAt' in asked);
  const isAlone = shown.where === 'ephemeral' || shown.joined === undefined;
  const { message } = shown;
  return isNew && isAlone && shown.pressed === undefined && message !== undefined
    ? { ...shown, message }
    : undefined;
}
