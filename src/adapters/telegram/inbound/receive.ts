import type { Message, Update } from 'grammy/types';
import type { Ask, Request } from '../../../core/adapter.ts';
import type { Principal } from '../../../core/requester.ts';
import type { CommandAsk } from '../../command-ask.ts';
import type { EphemeralSupport } from '../ephemeral.ts';
import type { Edits } from '../memory/edits.ts';
import {
  type ChatTarget,
  chatPrincipal,
  PLATFORM,
  requestId,
  type Target,
  threadOf,
  UNKNOWN_LOCALE,
  userPrincipal,
  visibilityAt,
  whoIs,
} from '../target.ts';
import { type AskContext, askAsGuest, askInGroup, askInPrivate } from './asks.ts';
import type { InlineCheck } from './inline-checks.ts';
import { type HeardPress, NOTHING, readPress } from './read-press.ts';

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

/** The meaning of an update. */
export type Heard =
  | HeardPress
  | { readonly kind: 'ask'; readonly request: Request; readonly target: Target }
  | { readonly kind: 'query'; readonly query: NonNullable<Update['inline_query']> };

/** What the meaning of an update depends on. */
export interface UpdateContext extends AskContext {
  readonly edits: Edits;
  readonly ephemeral: Pick<EphemeralSupport, 'mayWork'>;
}

/**
 * Interprets one update.
 * @param check what is stored under the name of a pressed button
 */
export function readUpdate(update: Update, context: UpdateContext, check?: InlineCheck): Heard {
  if (update.inline_query !== undefined) return { kind: 'query', query: update.inline_query };
  if (update.callback_query !== undefined)
    return readPress(update.update_id, update.callback_query, { textCommand: context.textCommand, check });
  if (update.guest_message !== undefined) return readGuest(update.update_id, update.guest_message, context);
  const message = update.message ?? update.edited_message;
  if (message === undefined || isOwnOrAnotherBot(message, context)) return NOTHING;
  const { ephemeral_message_id: shownAs } = message;
  if (shownAs !== undefined)
    return update.message === undefined
      ? NOTHING
      : readEphemeral(update.update_id, message, { context, shownAs });
  const ask = isPrivate(message) ? askInPrivate(message, context) : askInGroup(message, context);
  const text = ask?.options.kind === 'text' ? ask.options.text : '';
  const changed = context.edits.note(message, text, update.update_id);
  if (ask === undefined || (update.edited_message !== undefined && !changed)) return NOTHING;
  const target = { ...targetAnswering(message), ...startOf(ask, message, context) };
  return { kind: 'ask', target, request: requestOf(update.update_id, ask, { message, target }) };
}

/** Reads a message in a group that its sender and the bot alone see, so all of it is meant for the bot. */
function readEphemeral(
  updateId: number,
  message: Message,
  { context, shownAs }: { readonly context: UpdateContext; readonly shownAs: number },
): Heard {
  const ask = askInPrivate(message, context);
  const { from, sender_chat } = message;
  if (ask === undefined || from === undefined) return NOTHING;
  const { chat } = message;
  const at = {
    ...whoIs(from),
    chat: chat.id,
    ...threadOf(message),
    ...startOf(ask, message, context),
  } as const;
  const target: Target =
    sender_chat === undefined && context.ephemeral.mayWork()
      ? { ...at, where: 'ephemeral', behind: { message: shownAs } }
      : { ...at, where: 'chat', group: true };
  return { kind: 'ask', target, request: requestOf(updateId, ask, { message, target }) };
}

function isPrivate({ chat }: Message): boolean {
  return chat.type === 'private';
}

/** Bots must not talk to each other, and a message posted through this bot asks nothing new. */
function isOwnOrAnotherBot({ from, sender_chat, via_bot }: Message, { me }: UpdateContext): boolean {
  if (via_bot?.id === me.id) return true;
  return from === undefined || (from.is_bot && sender_chat === undefined);
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
  { commandNames, commandLinks }: UpdateContext,
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

/** Anonymous admins and channels post as a chat; the user Telegram names for them is always the same. */
function requesterOf({ from, sender_chat, chat }: Message): Principal {
  if (sender_chat !== undefined || from === undefined) return chatPrincipal(sender_chat?.id ?? chat.id);
  return userPrincipal(from.id);
}

/** Reads a message to the bot in a chat it is not a member of. */
function readGuest(updateId: number, message: Message, context: UpdateContext): Heard {
  const { guest_query_id: query, from } = message;
  if (query === undefined || from === undefined || from.is_bot) return NOTHING;
  const ask = askAsGuest(message, context);
  if (ask === undefined) return NOTHING;
  const target: Target = { ...whoIs(from), where: 'guest', query };
  return { kind: 'ask', target, request: requestOf(updateId, ask, { message, target }) };
}
