import { z } from 'zod';
import { isPrincipal, type Principal } from '../core/requester.ts';

/** The kinds of principals that a platform has, each with an id as an example and what ids look like. */
export type PrincipalKinds = Readonly<Record<string, readonly [example: string, id: RegExp]>>;

const CONSOLE = { name: 'console', principals: { user: ['local', /^local$/] } } as const;

/**
 * People and places, separated by commas. One that cannot exist is refused, with the forms there are; so is a list of commas
 * alone, which may be meant as "nobody" and would be read as "everybody".
 */
export function principals(
  platforms: readonly { readonly name: string; readonly principals: PrincipalKinds }[],
) {
  const kinds = [...platforms, CONSOLE].flatMap((platform) =>
    Object.entries(platform.principals).map(
      ([kind, [example, id]]) => [`${platform.name}:${kind}:`, example, id] as const,
    ),
  );
  const forms = kinds.map(([start, example]) => `${start}${example}`).join(', ');
  return z.string().transform((text, context): Principal[] => {
    const parts = text.split(',').map((part) => part.trim());
    const named = parts.filter((part) => part !== '');
    if (parts.length > 1 && named.length === 0)
      context.addIssue('names nobody: leave it empty, or write whom it is for');
    return named.flatMap((one) => {
      const isKnown = kinds.some(
        ([start, , id]) => one.startsWith(start) && id.test(one.slice(start.length)),
      );
      if (isKnown && isPrincipal(one)) return [one];
      context.addIssue(`"${one}" is not a person or a place: write ${forms}`);
      return [];
    });
  });
}
