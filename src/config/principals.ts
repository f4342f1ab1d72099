import { z } from 'zod';
import { isPrincipal, type Principal } from '../core/requester.ts';

/** The kinds of each platform, with an id as an example and what ids look like. */
const KINDS: Readonly<Record<string, Readonly<Record<string, readonly [example: string, id: RegExp]>>>> = {
  discord: {
    user: ['123', /^\d{1,22}$/],
    role: ['123', /^\d{1,22}$/],
    guild: ['123', /^\d{1,22}$/],
    channel: ['123', /^\d{1,22}$/],
  },
  telegram: { user: ['123', /^\d{1,20}$/], chat: ['-100123', /^-?\d{1,20}$/] },
  console: { user: ['local', /^local$/] },
};

/** People and places, separated by commas. One that can never be met is refused, with the forms there are. */
export const principals = z.string().transform((text, context): Principal[] => {
  const good: Principal[] = [];
  for (const one of text.split(',').map((part) => part.trim())) {
    if (one === '') continue;
    if (isPrincipal(one) && isOneOfOurs(one)) good.push(one);
    else context.addIssue(`"${one}" is nobody: write ${formsFor(one).join(', ')}`);
  }
  return good;
});

function isOneOfOurs(principal: Principal): boolean {
  const [platform = '', kind = '', id = ''] = principal.split(':');
  const kinds = Object.hasOwn(KINDS, platform) ? KINDS[platform] : undefined;
  const [, form] = (kinds !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? [];
  return form?.test(id) === true;
}

/** Those of the platform that is named, if there is such a one, else all. */
function formsFor(one: string): readonly string[] {
  const [named = ''] = one.split(':');
  return Object.entries(KINDS)
    .filter(([platform]) => platform === named || !Object.hasOwn(KINDS, named))
    .flatMap(([platform, kinds]) =>
      Object.entries(kinds).map(([kind, [example]]) => `${platform}:${kind}:${example}`),
    );
}
