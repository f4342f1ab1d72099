import type { Principal } from '../../core/principal.ts';

/** The first part of this platform's principals, and the name of the platform. */
export const PLATFORM = 'telegram';

export function principalOf(kind: 'user' | 'chat', id: number): Principal {
  return `${PLATFORM}:${kind}:${id}`;
}
