import type { CallbackQuery, Message, Update, User } from 'grammy/types';
import type { Ask, Request } from '../../../core/adapter.ts';
import type { Visibility } from '../../../core/reply.ts';
import type { Principal } from '../../../core/requester.ts';
import { GONE, readCallbackData } from '../button-data.ts';
import {
  type ChatTarget,
  chatMessageNamed,
  inlineNamed,
  PLATFORM,
  type Target,
  UNKNOWN_LOCALE,
} from '../target.ts';
import {
  type Reading as AskReading,
  askAsGuest,
  askInGroup,
  askInPrivate,
  asking,
  type CommandAsk,
} from './asks.ts';
import type { Edits } from './edits.ts';
import type { InlineCheck } from './inline-checks.ts';

/** The requested kinds of updates; without a list Telegram uses that of an earlier call. */
export const ALLOWED_UPDATES = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  // Arrives if inline feedback is enabled.
  'chosen_inline_result',
] as const;
/** Also requested if the bot supports guest queries. */
export const GUEST_UPDATE = 'guest_message';

/** What the meaning of an update depends on. */
export interface Reading extends AskReading {
  readonly edits: Edits;
}

/** The meaning of an update. */
export type Heard =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'ask'; readonly request: Request; readonly target: Target }
  | { readonly kind: 'press'; readonly request: Request; readonly target: Target; readonly query: string }
  | { readonly kind: 'not-yours'; readonly query: string; readonly locale: string }
  | { readonly kind: 'query'; readonly query: NonNullable<Update['inline_query']> };

const NOTHING: Heard = { kind: 'nothing' };

/** The name in a pressed button of an inline result; undefined for other updates. */
export function checkNameIn({ callback_query: query }: Update): string | undefined {
  const pressed = readCallbackData(query?.data ?? '');
  return pressed.kind === 'check' ? pressed.name : undefined;
}

/**
 * Interprets one update.
 * @param check what is stored under the name of a pressed button
 */
export function readUpdate(update: Update, reading: Reading, check?: InlineCheck): Heard {
  if (update.inline_query !== undefined) return { kind: 'query', query: update.inline_query };
  if (update.callback_query !== undefined)
    return readPress(update.update_id, update.callback_query, { reading, check });
  if (update.guest_message !== undefined) return readGuest(update.update_id, update.guest_message, reading);
  const message = update.message ?? update.edited_message;
  if (message === undefined || isOwnOrAnotherBot(message, reading)) return NOTHING;
  const ask = isPrivate(message) ? askInPrivate(message, reading) : askInGroup(message, reading);
  const text = ask?.options.kind === 'text' ? ask.options.text : '';
  const changed = reading.edits.note(message, text, update.update_id);
  if (ask === undefined || (update.edited_message !== undefined && !changed)) return NOTHING;
  const target = { ...targetAnswering(message), ...startOf(ask, message, reading) };
  return { kind: 'ask', target, request: requestOf(update.update_id, ask, { message, target }) };
}

function isPrivate({ chat }: Message): boolean {
  return chat.type === 'private';
}

/** Bots must not talk to each other, and a message posted through this bot asks nothing new. */
function isOwnOrAnotherBot({ from, sender_chat, via_bot }: Message, { me }: Reading): boolean {
  if (via_bot?.id === me.id) return true;
  return from === undefined || (from.is_bot && sender_chat === undefined);
}

/** Only in topics: elsewhere the thread of a message refers to what it replies to and cannot be written to. */
function threadOf({ is_topic_message, message_thread_id }: Message): { readonly thread?: number } {
  return is_topic_message === true && message_thread_id !== undefined ? { thread: message_thread_id } : {};
}

function targetAnswering(message: Message): ChatTarget {
  const { from, sender_chat, chat, message_id, edit_date, media_group_id: album, caption } = message;
  return {
    kind: PLATFORM,
    where: 'chat',
    chat: chat.id,
    group: !isPrivate(message),
    replyTo: message_id,
    question: message_id,
    ...(edit_date !== undefined && { editedAt: edit_date }),
    ...(album !== undefined && caption !== undefined && !isPrivate(message) && { album }),
    ...threadOf(message),
    ...(from !== undefined && sender_chat === undefined && { user: from.id }),
    locale: from?.language_code ?? UNKNOWN_LOCALE,
  };
}

/** How the same is asked in the private chat, in case the answer to what was asked in a group is for the asker alone. */
function startOf(
  { name, options }: CommandAsk,
  message: Message,
  { commandNames, commandLinks }: Reading,
): Pick<ChatTarget, 'start'> {
  const { from, sender_chat } = message;
  if (isPrivate(message) || from === undefined || sender_chat !== undefined) return {};
  const isBare = options.kind === 'text' && options.text === '' && options.file === undefined;
  return isBare && commandNames.includes(name) ? { start: commandLinks.payloadOf(name, from.id) } : {};
}

function requestOf(
  updateId: number,
  ask: Ask,
  { message, target }: { readonly message: Message; readonly target: Target },
): Request {
  return {
    id: requestId(updateId),
    ask,
    requester: requesterOf(message),
    scopes: [chatPrincipal(message.chat.id)],
    locale: target.locale,
    visibility: visibilityAt(target),
    target,
  };
}

function visibilityAt(target: Target): Visibility {
  return target.where === 'chat' && !target.group ? 'private' : 'shared';
}

/** The asker's part of a target. */
export function whoIs({ id, language_code }: User) {
  return { kind: PLATFORM, user: id, locale: language_code ?? UNKNOWN_LOCALE } as const;
}

function requestId(updateId: number): string {
  return `${PLATFORM}:update:${updateId}`;
}

/** The principal of a user. */
export function userPrincipal(id: number): Principal {
  return `${PLATFORM}:user:${id}`;
}

function chatPrincipal(id: number): Principal {
  return `${PLATFORM}:chat:${id}`;
}

/** Anonymous admins and channels post as a chat; the user Telegram names for them is always the same. */
function requesterOf({ from, sender_chat, chat }: Message): Principal {
  if (sender_chat !== undefined || from === undefined) return chatPrincipal(sender_chat?.id ?? chat.id);
  return userPrincipal(from.id);
}

/** Reads a message to the bot in a chat it is not a member of. */
function readGuest(updateId: number, message: Message, reading: Reading): Heard {
  const { guest_query_id: query, from } = message;
  if (query === undefined || from === undefined || from.is_bot) return NOTHING;
  const ask = askAsGuest(message, reading);
  if (ask === undefined) return NOTHING;
  const target: Target = { ...whoIs(from), where: 'guest', query };
  return { kind: 'ask', target, request: requestOf(updateId, ask, { message, target }) };
}

function readPress(
  updateId: number,
  query: CallbackQuery,
  { reading, check }: { readonly reading: Reading; readonly check: InlineCheck | undefined },
): Heard {
  const { id, from, message, inline_message_id: inline, data = '' } = query;
  if (check !== undefined && check.owner !== from.id)
    return { kind: 'not-yours', query: id, locale: whoIs(from).locale };
  const read = readCallbackData(data);
  // A client can send any data from any message; checks only exist in inline messages.
  const checks = inline === undefined ? undefined : check;
  const { opens, token } = read.kind === 'check' ? GONE : read;
  const on = inline === undefined ? messageNamed(message) : inlineNamed(inline);
  const ask: Ask =
    checks === undefined
      ? { kind: 'press', token, ...(on !== undefined && { on }) }
      : asking(reading.textCommand, checks.text);
  const target: Target | undefined =
    inline === undefined
      ? message && targetPressed(message, { opens, from })
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

function messageNamed(message: CallbackQuery['message']): string | undefined {
  return message && chatMessageNamed(message.chat.id, message.message_id);
}

/** Targets the pressed reply, or a new one below it. */
function targetPressed(
  message: NonNullable<CallbackQuery['message']>,
  { opens, from }: { readonly opens: 'here' | 'new'; readonly from: User },
): ChatTarget {
  const { chat, message_id, date } = message;
  const group = chat.type !== 'private';
  // Of a message that is too old, Telegram only reports its chat.
  const thread = date === 0 ? {} : threadOf(message);
  const target = { ...whoIs(from), where: 'chat', chat: chat.id, group, ...thread } as const;
  return opens === 'new'
    ? { ...target, replyTo: message_id }
    : { ...target, message: message_id, pressed: true };
}
