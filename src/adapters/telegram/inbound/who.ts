import type { Message, User } from 'grammy/types';
import type { Visibility } from '../../../core/reply.ts';
import type { Principal } from '../../../core/requester.ts';
import { PLATFORM, type Target, UNKNOWN_LOCALE } from '../target.ts';

/** Only in topics: elsewhere the thread of a message refers to what it replies to and cannot be written to. */
export function threadOf({ is_topic_message, message_thread_id }: Message): { readonly thread?: number } {
  return is_topic_message === true && message_thread_id !== undefined ? { thread: message_thread_id } : {};
}

/** Who reads what is shown at a target. */
export function visibilityAt(target: Target): Visibility {
  if (target.where === 'ephemeral') return 'private';
  return target.where === 'chat' && !target.group ? 'private' : 'shared';
}

/** The asker's part of a target. */
export function whoIs({ id, language_code }: User) {
  return { kind: PLATFORM, user: id, locale: language_code ?? UNKNOWN_LOCALE } as const;
}

/** The id of the request in an update. */
export function requestId(updateId: number): string {
  return `${PLATFORM}:update:${updateId}`;
}

/** The principal of a user. */
export function userPrincipal(id: number): Principal {
  return `${PLATFORM}:user:${id}`;
}

/** The principal of a chat. */
export function chatPrincipal(id: number): Principal {
  return `${PLATFORM}:chat:${id}`;
}
