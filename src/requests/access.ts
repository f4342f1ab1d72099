import type { RequestEvent } from '../core/adapter/request-event.ts';
import type { FindSuggestions } from '../core/adapter/suggestions.ts';
import type { Principal } from '../core/principal.ts';

export interface AccessSettings {
  /** People or scopes that may use the bot; empty means everyone. */
  readonly allowed: readonly Principal[];
  /** People or scopes that may use admin commands. */
  readonly admins: readonly Principal[];
}

/** Decides who may use the bot and who is an admin. */
export interface Access {
  /** Whether the requester or one of the scopes may use the bot. Admins always may. */
  isAllowed(request: Pick<RequestEvent, 'requester' | 'scopes'>): boolean;
  /** Whether the requester or one of the scopes is an admin. */
  isAdmin(request: Pick<RequestEvent, 'requester' | 'scopes'>): boolean;
}

export function createAccess({ allowed, admins }: AccessSettings): Access {
  const allowedSet = new Set(allowed);
  const adminSet = new Set(admins);
  const isAdmin: Access['isAdmin'] = ({ requester, scopes }) =>
    isListed(adminSet, requester, scopes);
  return {
    isAdmin,
    isAllowed: (request) =>
      allowedSet.size === 0 ||
      isAdmin(request) ||
      isListed(allowedSet, request.requester, request.scopes),
  };
}

/**
 * Wraps `suggest` so that it offers nothing to people who may not use the bot: suggestions contain
 * answers.
 */
export function restrictSuggest(access: Access, suggest: FindSuggestions): FindSuggestions {
  return async (text, context) => (access.isAllowed(context) ? suggest(text, context) : []);
}

function isListed(
  list: ReadonlySet<Principal>,
  requester: Principal,
  scopes: readonly Principal[],
): boolean {
  return list.has(requester) || scopes.some((scope) => list.has(scope));
}
