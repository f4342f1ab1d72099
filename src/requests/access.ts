import type { Request, Suggest } from '../core/adapter.ts';
import { type Principal, platformOf } from '../core/requester.ts';

export interface AccessSettings {
  /** Who may use the bot, people and scopes; empty means everyone. */
  readonly allowed: readonly Principal[];
  readonly admins: readonly Principal[];
}

/** Who may use the bot, and who is an admin. */
export interface Access {
  isAllowed(request: Pick<Request, 'requester' | 'scopes'>): boolean;
  isAdmin(request: Pick<Request, 'requester' | 'scopes'>): boolean;
}

/** Whoever sits at the console has the process in hand anyway, and is an admin. */
const CONSOLE = 'console';

export function isAtConsole(requester: Principal): boolean {
  return platformOf(requester) === CONSOLE;
}

export function createAccess({ allowed, admins }: AccessSettings): Access {
  const allowedSet = new Set(allowed);
  const adminSet = new Set(admins);
  const isAdmin: Access['isAdmin'] = ({ requester, scopes }) =>
    isAtConsole(requester) || isListed(adminSet, requester, scopes);
  return {
    isAdmin,
    isAllowed: (request) =>
      allowedSet.size === 0 || isAdmin(request) || isListed(allowedSet, request.requester, request.scopes),
  };
}

/** Offers nothing to those who may not use the bot: what is known is as much as an answer. */
export function offeredTo(access: Access, suggest: Suggest): Suggest {
  return async (text, typist) => (access.isAllowed(typist) ? suggest(text, typist) : []);
}

function isListed(list: ReadonlySet<Principal>, requester: Principal, scopes: readonly Principal[]): boolean {
  return list.has(requester) || scopes.some((place) => list.has(place));
}
