import type { WhyUnsure } from './findings.ts';

// The options `include` and `unconfirmed` name the reasons of numbers by these keys.

/** The key of all numbers that are asked about for this reason: `length`, `named Order no.` */
export function keyOfReason(why: WhyUnsure): string {
  return 'name' in why ? `${why.kind} ${why.name}` : why.kind;
}

/** The key of invalid numbers that can be corrected. */
export const CORRECTED = 'corrected';

type ReasonWithoutName = Exclude<WhyUnsure, { readonly name: string }>;

/** The reasons that have no name, each of them: the type asks for a new one. */
const REASONS_WITHOUT_NAME: {
  readonly [Kind in ReasonWithoutName['kind']]: { readonly kind: Kind };
} = {
  length: { kind: 'length' },
  'no-body': { kind: 'no-body' },
  'test-device': { kind: 'test-device' },
  link: { kind: 'link' },
  picture: { kind: 'picture' },
};

/** The reason of a key of {@link keyOfReason}; undefined for other texts. */
export function reasonOfKey(key: string): WhyUnsure | undefined {
  const [kind = '', ...words] = key.split(' ');
  if (kind === 'named' || kind === 'column') return { kind, name: words.join(' ') };
  return Object.values(REASONS_WITHOUT_NAME).find((why) => why.kind === kind);
}
