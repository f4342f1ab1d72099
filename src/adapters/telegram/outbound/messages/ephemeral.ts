import type { Api } from 'grammy';
import type { Say } from '../../../../format/words/say.ts';
import type { EphemeralSupport } from '../../ephemeral.ts';
import { TelegramFault } from '../../errors.ts';
import { type EphemeralTarget, shownAt, shownNowhere, type Target } from '../../target.ts';
import type { CallOptions, Calls } from '../api.ts';
import { escapeHtml } from '../escape.ts';
import type { RenderedReply } from '../render.ts';
import { addressOf, contentOf, forcedReply } from './content.ts';

/** What {@link putEphemeral} works with. */
export interface EphemeralNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly ephemeral: EphemeralSupport;
  readonly sayIn: (locale: string) => Say;
}

/**
 * Sends an ephemeral message, or edits the existing one. Until the server has proved that it knows them, only a harmless
 * sentence is sent, and what the asker alone may see follows by the method that edits them, which no other server has.
 */
export async function putEphemeral(
  { api, calls, ephemeral, sayIn }: EphemeralNeeds,
  { target, rendered }: { readonly target: EphemeralTarget; readonly rendered: RenderedReply },
  options: CallOptions,
): Promise<Target> {
  const { chat, user } = target;
  const edit = async (message: number): Promise<void> => {
    const other = contentOf(rendered);
    await calls.repeatable(
      () => api.editEphemeralMessageText(chat, user, message, rendered.html, other),
      options,
    );
  };
  const send = async (content: Omit<RenderedReply, 'files'>): Promise<number> => {
    const field = content.asksBack === undefined ? {} : { reply_markup: forcedReply(content.asksBack) };
    const other = { ...contentOf(content), ...field, ...addressOf(target) };
    // Sent twice, it is seen by one person, and disappears.
    const sent = await calls.repeatable(() => api.sendMessage(chat, content.html, other), options);
    if (sent.ephemeral_message_id !== undefined) return sent.ephemeral_message_id;
    ephemeral.shownToAll();
    await calls.repeatable(() => api.deleteMessage(chat, sent.message_id)).catch(() => undefined);
    throw new TelegramFault('The server has shown an ephemeral message to everybody', { kind: 'no-method' });
  };
  if (target.message !== undefined) {
    await edit(target.message);
    return shownAt(target);
  }
  if (ephemeral.isProven()) return { ...shownNowhere(target), message: await send(rendered) };
  const harmless = sayIn(target.locale)('telegram.oneMoment');
  const message = await send({ html: escapeHtml(harmless), plain: harmless, keyboard: [] });
  ephemeral.prove();
  await edit(message);
  return { ...shownNowhere(target), message };
}
