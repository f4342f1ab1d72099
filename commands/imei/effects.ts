import type { Action } from '../../src/core/reply.ts';
import { slotText } from '../../src/format/imei/device.ts';
import type { ListEntry } from '../../src/format/imei/outcome.ts';
import { sayIn } from '../../src/format/words/say.ts';
import type { FoundImei } from '../../src/imei/findings.ts';
import type { ImeiQuery } from './query.ts';

/** Invokes `/imei` when the button is pressed. */
export type Invoke = Extract<Action['effect'], { readonly kind: 'invoke' }>;

/** Values of options of `/imei`, by their names. */
export type Values = Readonly<Record<string, string | boolean>>;

/** The buttons whose label (`actions.ID`) has no values. */
type ButtonId =
  | 'full'
  | 'less'
  | 'fresh'
  | 'retry'
  | 'retryMaybePaid'
  | 'list'
  | 'file'
  | 'share'
  | 'show'
  | 'whole'
  | 'check'
  | 'leave'
  | 'stop';

/** Shows saved answers in a reply. */
export const SAVED = { saved: 'answer' } as const;

/** A button whose label has no values. */
export function button(
  { invocation }: ImeiQuery,
  id: ButtonId,
  opens: Action['opens'],
  effect: Action['effect'],
): Action {
  return { id, label: sayIn(invocation.locale)(`actions.${id}`), opens, effect };
}

/** Invokes the command for these lines. A person has already decided to check them. */
export function linesEffect(
  { detail, answers }: ImeiQuery,
  lines: readonly string[],
  values: Values = {},
): Invoke {
  const fresh = answers === 'new';
  return invokeWith({ imei: lines.join('\n'), detail, fresh, anyway: true, ...values });
}

/** Invokes the command for the same text and file. */
export function againEffect(query: ImeiQuery, values: Values): Invoke {
  const { text, file, detail, answers, anyway, include } = query;
  return invokeWith({
    imei: text,
    ...(file && { file }),
    include: include.join('\n'),
    detail,
    fresh: answers === 'new',
    anyway,
    ...values,
  });
}

function invokeWith(values: Extract<Invoke['options'], { readonly kind: 'values' }>['values']) {
  const invoke: Invoke = { kind: 'invoke', command: 'imei', options: { kind: 'values', values } };
  return invoke;
}

/** Lines from which the IMEIs of these checks are read again. */
export function linesOf(entries: readonly ListEntry[]): readonly string[] {
  return entries.map(({ number }) => lineOf(number));
}

/**
 * A line from which an IMEI is read again. Before it is its slot. The phone that the text names is
 * behind it, where words are not taken for the name of a number.
 */
export function lineOf(number: FoundImei): string {
  const { imei, claim } = number;
  const slot = slotText(number);
  const named = slot === undefined ? imei : `${slot}: ${imei}`;
  return claim === undefined ? named : `${named} ${claim}`;
}
