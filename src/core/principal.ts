/**
 * A person, a role or a chat on a platform, as `platform:kind:id`:
 * `discord:user:80351110224678912`, `telegram:chat:-100123`. `ADMINS` and `ALLOWED` use the same
 * form.
 */
export type Principal = `${string}:${string}:${string}`;

const PRINCIPAL = /^[a-z]+:[a-z]+:[^\s:,]{1,64}$/;

/** Whether a text is a well-formed {@link Principal}. */
export function isPrincipal(text: string): text is Principal {
  return PRINCIPAL.test(text);
}

/** The platform of a principal: the part before the first colon. */
export function platformOf(principal: Principal): string {
  return principal.slice(0, principal.indexOf(':'));
}

/** Whether a principal is a person, and not a role, a chat or another place. */
export function isPerson(principal: Principal): boolean {
  return principal.startsWith(':user:', principal.indexOf(':'));
}

/**
 * The id of a person on this platform. Undefined for a person on another platform, and for a role,
 * a chat or another place.
 */
export function personIdOf(principal: Principal, platform: string): string | undefined {
  return platformOf(principal) === platform && isPerson(principal)
    ? principal.split(':')[2]
    : undefined;
}
