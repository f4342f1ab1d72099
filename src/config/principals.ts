import { z } from 'zod';
import { isPrincipal, type Principal } from '../core/requester.ts';

/** The kinds of principals that a platform has, each with an id as an example and what ids look like. */
export type PrincipalKinds = Readonly<Record<string, readonly [example: string, id: RegExp]>>;

type KindsByPlatform = Readonly<Record<string, PrincipalKinds>>;

/** The person at the terminal. */
const CONSOLE: PrincipalKinds = { user: ['local', /^local$/] };

/**
 * People and places, separated by commas. One that can never be met is refused, with the forms there are; so is a list of
 * commas alone, which its writer may have meant as "nobody" and would be read as "everybody".
 */
export function principals(
  platforms: readonly { readonly name: string; readonly principals: PrincipalKinds }[],
) {
  const kinds: KindsByPlatform = {
    ...Object.fromEntries(platforms.map((platform) => [platform.name, platform.principals])),
    console: CONSOLE,
  };
  return z.string().transform((text, context): Principal[] => {
    const good: Principal[] = [];
    const parts = text.split(',').map((part) => part.trim());
    if (text.trim() !== '' && parts.every((part) => part === ''))
      context.addIssue('names nobody: leave it empty, or write whom it is for');
    for (const one of parts) {
      if (one === '') continue;
      if (isPrincipal(one) && isOneOf(kinds, one)) good.push(one);
      else context.addIssue(`"${one}" is nobody: write ${formsFor(kinds, one).join(', ')}`);
    }
    return good;
  });
}

function isOneOf(known: KindsByPlatform, principal: Principal): boolean {
  const [platform = '', kind = '', id = ''] = principal.split(':');
  const kinds = Object.hasOwn(known, platform) ? known[platform] : undefined;
  const [, form] = (kinds !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? [];
  return form?.test(id) === true;
}

/** Those of the platform that is named, if there is such a one, else all. */
function formsFor(known: KindsByPlatform, one: string): readonly string[] {
  const [named = ''] = one.split(':');
  return Object.entries(known)
    .filter(([platform]) => platform === named || !Object.hasOwn(known, named))
    .flatMap(([platform, kinds]) =>
      Object.entries(kinds).map(([kind, [example]]) => `${platform}:${kind}:${example}`),
    );
}
