import type { Api } from 'grammy';
import type { Answered } from '../memory/answered.ts';
import type { ChatTarget, EphemeralTarget, Target } from '../target.ts';
import type { Calls } from './api.ts';

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
