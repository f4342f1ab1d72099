import { MAX_TEXT_LENGTH, type RawValues } from '../../../src/core/command/command-options.ts';
import { type Action, type Invoke, invoke } from '../../../src/core/reply/reply.ts';
import type { PlainKey } from '../../../src/format/texts/say.ts';
import type { ImeiQuery } from '../imei-query.ts';

type IdOf<Key> = Key extends `actions.${infer Id}` ? Id : never;
/** The label of a button without values, by the rest of its key behind `actions.` */
type LabelId = IdOf<PlainKey>;

/** Option values that show saved answers and spend nothing. */
export const SAVED = { saved: true } as const;
/** Option values of a button that says its cost, or repeats a list whose cost was accepted. */
export const COST_ACCEPTED = { accepted: true } as const;
/** Option values for numbers that the person has seen, so that none has to be confirmed. */
export const ALL_CONFIRMED = { anyway: true } as const;

/** Makes an action whose label has no values. */
export function plainAction(
  { contextNow }: ImeiQuery,
  id: LabelId,
  opens: Action['opens'],
  effect: Action['effect'],
): Action {
  return { id, label: contextNow().say(`actions.${id}`), opens, effect };
}

/** Makes an effect that checks each of these lines. */
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
 * Makes an effect that runs the command again for the same text and files, with the same options
 * except `saved`, `accepted`, `asFile` and `unconfirmed`: these have to be in `values`.
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

/** Whether the command can take the values of a button: a long list may be too long for it. */
export function isUsable(effect: Action['effect']): boolean {
  if (effect.kind !== 'invoke' || effect.options.kind !== 'values') return true;
  return Object.values(effect.options.values).every(
    (value) => typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH,
  );
}
