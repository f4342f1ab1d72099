import { MAX_TEXT_LENGTH, type RawValues } from '../../../src/core/options.ts';
import { type Action, type Invoke, invoke } from '../../../src/core/reply.ts';
import type { PlainKey } from '../../../src/format/texts/say.ts';
import type { ImeiQuery } from '../query.ts';

type IdOf<Key> = Key extends `actions.${infer Id}` ? Id : never;
/** What is behind `actions.` in the key of a label without values. */
type LabelId = IdOf<PlainKey>;

/** Values that show saved answers and spend nothing. */
export const SAVED = { saved: true } as const;
/** Values for a button that says what it costs, or whose list was accepted before. */
export const COST_ACCEPTED = { confirmed: true } as const;
/** Values for numbers that their person has seen: none of them has to be confirmed. */
export const ALL_CONFIRMED = { anyway: true } as const;

/** An action whose label has no values. */
export function plainAction(
  { view }: ImeiQuery,
  id: LabelId,
  opens: Action['opens'],
  effect: Action['effect'],
): Action {
  return { id, label: view().say(`actions.${id}`), opens, effect };
}

/** Invokes the command for these lines of an answer, each of which is checked. */
export function linesEffect(
  { detail, answers }: ImeiQuery,
  lines: readonly string[],
  values: RawValues = {},
): Invoke {
  const fresh = answers === 'fresh';
  const imei = lines.join('\n');
  return invoke('imei', { imei, detail, fresh, ...ALL_CONFIRMED, ...values });
}

/**
 * Invokes the command for the same text and file. Of the options before, `saved`, `confirmed`,
 * `asFile` and `unconfirmed` are left out unless they are in `values`.
 */
export function againEffect(query: ImeiQuery, values: RawValues): Invoke {
  const { text, file, detail, answers, areAllConfirmed, include } = query;
  return invoke('imei', {
    imei: text,
    ...(file && { file }),
    include: include.join('\n'),
    detail,
    fresh: answers === 'fresh',
    anyway: areAllConfirmed,
    ...values,
  });
}

/** Whether the command takes what the button has: the lines of a long list are too long for it. */
export function isUsable(effect: Action['effect']): boolean {
  if (effect.kind !== 'invoke' || effect.options.kind !== 'values') return true;
  return Object.values(effect.options.values).every(
    (value) => typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH,
  );
}
