import type { BaseInteraction, Message } from 'discord.js';
import { isPrincipal, type Principal } from '../../core/principal.ts';

/** The first part of this platform's principals, and the name of the platform. */
export const PLATFORM = 'discord';

export function personOf(id: string): Principal {
  return `${PLATFORM}:user:${id}`;
}

/** Further principals that `ALLOWED` and `ADMINS` may name: the server, the channels, the roles. */
export function scopesOf({
  guildId,
  channelId,
  channel,
  member,
}: BaseInteraction | Message): Principal[] {
  const parent = channel !== null && 'parentId' in channel ? channel.parentId : null;
  const roles = member?.roles ?? [];
  // If the bot is not on the server, the library builds no member: the roles are a list of ids.
  // Everybody has the role with the id of the server, so it says nothing.
  const roleIds = Array.isArray(roles)
    ? roles
    : [...roles.cache.keys()].filter((id) => id !== guildId);
  return Object.entries({ guild: [guildId], channel: [channelId, parent], role: roleIds })
    .flatMap(([kind, ids]) => ids.map((id) => `${PLATFORM}:${kind}:${id ?? ''}`))
    .filter(isPrincipal);
}
