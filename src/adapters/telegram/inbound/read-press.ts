import type { CallbackQuery, User } from 'grammy/types';
import type { Ask, Request } from '../../../core/adapter.ts';
import { asking } from '../../command-ask.ts';
import { type CallbackData, GONE, readCallbackData } from '../button-data.ts';
import {
  chatMessageNamed,
  chatPrincipal,
  ephemeralNamed,
  inlineNamed,
  requestId,
  type Target,
  threadOf,
  userPrincipal,
  visibilityAt,
  whoIs,
} from '../target.ts';
import type { InlineCheck } from './inline-checks.ts';

/** The meaning of a press of a button. */
export type HeardPress =
  | typeof NOTHING
  | { readonly kind: 'press'; readonly request: Request; readonly target: Target; readonly query: string }
  | { readonly kind: 'not-yours'; readonly query: string; readonly locale: string };

/** Asks nothing of the bot. */
export const NOTHING = { kind: 'nothing' } as const;

/** Interprets the press of a button. */
export function readPress(
  updateId: number,
  query: CallbackQuery,
  { textCommand, check }: { readonly textCommand: string; readonly check: InlineCheck | undefined },
): HeardPress {
  const { id, from, message, inline_message_id: inline, data = '' } = query;
  if (check !== undefined && check.owner !== from.id)
    return { kind: 'not-yours', query: id, locale: whoIs(from).locale };
  const read = readCallbackData(data);
  // A client can send any data from any message; checks only exist in inline messages.
  const checks = inline === undefined ? undefined : check;
  const press = read.kind === 'check' ? GONE : read;
  const { token } = press;
  const on = inline === undefined ? messageNamed(message, from) : inlineNamed(inline);
  const ask: Ask =
    checks === undefined
      ? { kind: 'press', token, ...(on !== undefined && { on }) }
      : asking(textCommand, checks.text);
  const target: Target | undefined =
    inline === undefined
      ? message && targetPressed(message, { press, from, query: id })
      : { ...whoIs(from), where: 'inline', message: inline, pressed: true };
  if (target === undefined) return NOTHING;
  const request: Request = {
    id: requestId(updateId),
    ask,
    requester: userPrincipal(from.id),
    scopes: message === undefined ? [] : [chatPrincipal(message.chat.id)],
    locale: target.locale,
    visibility: visibilityAt(target),
    target,
  };
  return { kind: 'press', query: id, target, request };
}

function messageNamed(message: CallbackQuery['message'], from: User): string | undefined {
  if (message === undefined) return undefined;
  const shownAs = ephemeralIdOf(message);
  return shownAs === undefined
    ? chatMessageNamed(message.chat.id, message.message_id)
    : ephemeralNamed(message.chat.id, from.id, shownAs);
}

/** The id of an ephemeral message; undefined for others. */
function ephemeralIdOf(message: NonNullable<CallbackQuery['message']>): number | undefined {
  return 'ephemeral_message_id' in message ? message.ephemeral_message_id : undefined;
}

interface PressedBy {
  readonly press: Extract<CallbackData, { readonly kind: 'press' }>;
  readonly from: User;
  /** The id of the callback query. */
  readonly query: string;
}

/** Targets the pressed reply, or a new one below it, for everyone in the group or for the asker alone. */
function targetPressed(
  message: NonNullable<CallbackQuery['message']>,
  { press: { opens, to }, from, query }: PressedBy,
): Target {
  const { chat, message_id, date } = message;
  const group = chat.type !== 'private';
  const shownAs = ephemeralIdOf(message);
  // Of a message that is too old, Telegram only reports its chat.
  const thread = date === 0 ? {} : threadOf(message);
  const at = { ...whoIs(from), chat: chat.id, ...thread } as const;
  if (group && to !== 'everyone' && (to === 'asker' || shownAs !== undefined)) {
    const target = { ...at, where: 'ephemeral', behind: { query } } as const;
    return opens === 'new' || shownAs === undefined ? target : { ...target, message: shownAs, pressed: true };
  }
  const target = { ...at, where: 'chat', group } as const;
  if (shownAs !== undefined) return target;
  return opens === 'new'
    ? { ...target, replyTo: message_id }
    : { ...target, message: message_id, pressed: true };
}
