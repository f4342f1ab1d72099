import type { ForceReply } from 'grammy/types';
import { visibleLine } from '../../../visible-text.ts';
import type { ChatTarget, EphemeralTarget } from '../../target.ts';
import { cutUnits } from '../escape.ts';
import type { RenderedReply } from '../render.ts';

/** Bot API, ForceReply: the placeholder has 1-64 characters. */
const MAX_PLACEHOLDER_UNITS = 64;
const NO_PREVIEW = { is_disabled: true } as const;

/** What a message says, and its buttons. */
export function contentOf(rendered: Pick<RenderedReply, 'html' | 'plain' | 'keyboard'>) {
  return { ...formOf(rendered), reply_markup: { inline_keyboard: rendered.keyboard } };
}

/** Whether the text is sent as HTML; unformatted text is sent without a parse mode. */
export function formOf({ html, plain }: Pick<RenderedReply, 'html' | 'plain'>) {
  return { link_preview_options: NO_PREVIEW, ...(html !== plain && { parse_mode: 'HTML' as const }) };
}

/** Where in a chat a message goes: its topic, what it replies to, and who alone sees it. */
export function addressOf(target: ChatTarget | EphemeralTarget) {
  const { thread } = target;
  const topic = thread === undefined ? {} : { message_thread_id: thread };
  if (target.where === 'ephemeral') return { ...topic, ...ephemerally(target) };
  const { replyTo } = target;
  return {
    ...topic,
    ...(replyTo !== undefined && {
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    }),
  };
}

function ephemerally({ user, behind }: EphemeralTarget) {
  const query = behind !== undefined && 'query' in behind ? { callback_query_id: behind.query } : {};
  return {
    ephemeral_message_parameters: { receiver_user_id: user, ...query },
    ...(behind !== undefined &&
      'message' in behind && { reply_parameters: { ephemeral_message_id: behind.message } }),
  };
}

/**
 * Opens the field for a reply to the bot, which privacy mode lets through; `selective`: only for the person who is answered.
 */
export function forcedReply(placeholder: string): ForceReply {
  const field = cutUnits(visibleLine(placeholder), MAX_PLACEHOLDER_UNITS);
  return { force_reply: true, selective: true, ...(field !== '' && { input_field_placeholder: field }) };
}
