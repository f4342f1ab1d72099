import { z } from 'zod';
import { isPrincipal, type Principal } from '../core/principal.ts';

/** The ids of people or places of one kind. */
interface PrincipalKind {
  /** An example, which shows the form of the ids. */
  readonly example: string;
  readonly pattern: RegExp;
}

/** The kinds of people and places of a platform. */
export type PrincipalKinds = {
  /** People. Only they have checks of their own, and only they get alerts as admins. */
  readonly user: PrincipalKind;
  readonly [kind: string]: PrincipalKind;
};

/**
 * People and places, separated by commas. An id that cannot exist is refused, with the possible
 * forms. A list of commas alone is refused too: it may mean "nobody", and would be read as
 * "everybody".
 */
export function principals(
  platforms: readonly { readonly name: string; readonly principals: PrincipalKinds }[],
) {
  const kinds = platforms.flatMap((platform) =>
    Object.entries(platform.principals).map(([kind, ids]) => ({
      start: `${platform.name}:${kind}:`,
      ...ids,
    })),
  );
  const forms = kinds.map(({ start, example }) => `${start}${example}`).join(', ');
  return z.string().transform((text, context): Principal[] => {
    const named = listedIn(text);
    if (named.length === 0 && text.includes(',')) {
      context.addIssue('names nobody: leave it empty, or name a person or a place');
    }
    return named.flatMap((principal) => {
      const isKnown = kinds.some(
        ({ start, pattern }) =>
          principal.startsWith(start) && pattern.test(principal.slice(start.length)),
      );
      if (isKnown && isPrincipal(principal)) return [principal];
      context.addIssue(
        `${JSON.stringify(principal)} is not a person or a place: write ${forms}, with a comma between two`,
      );
      return [];
    });
  });
}

/** The parts of a list with commas, which may have spaces around them. */
export function listedIn(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
