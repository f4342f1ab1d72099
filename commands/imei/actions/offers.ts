import type { Action } from '../../../src/core/reply/reply.ts';
import { shownRepairs } from '../../../src/format/imei/without-answer/invalid-numbers.ts';
import { unsureGroups } from '../../../src/format/imei/without-answer/unsure-numbers.ts';
import { correctedTo, impliedNumber } from '../../../src/imei/findings.ts';
import { CORRECTED } from '../../../src/imei/reason-keys.ts';
import type { ImeiList } from '../../../src/lists/list.ts';
import type { ImeiQuery } from '../imei-query.ts';
import { againEffect, isUsable, linesEffect } from './button-effects.ts';
import { writeLine } from './list-text.ts';

/** The most names with a button of their own. One more checks the numbers of all other names. */
const MAX_NAMES = 4;

/** The button of a reply that asks about one thing and shows nothing else. */
const ONLY_QUESTION = { id: 'check', style: 'primary' } as const;

/** A button that checks some numbers. */
interface Offer {
  readonly id: string;
  readonly label: string;
  /** The numbers, one a line. */
  readonly lines: readonly string[];
  /** The keys that include these numbers if the whole text or table is checked again. */
  readonly keys: readonly string[];
}

/**
 * The buttons for numbers that were not checked: one for each name of unsure numbers, one for the
 * numbers that can be corrected, and one for each likely repair of a single typo. A button checks
 * only its numbers. It checks the whole text or table again below a table, so that the table gets
 * the answers, and if there are too many numbers for the options of a button.
 */
export function offerActions(
  query: ImeiQuery,
  list: ImeiList,
  opens: Action['opens'],
): readonly Action[] {
  if (list.unsure.length + list.invalid.length === 0) return [];
  const repairs = list.isTable ? [] : repairOffers(query, list);
  const offers = [...namedOffers(query, list), ...correctionOffers(query, list), ...repairs];
  const { say } = query.contextNow();
  const isOnlyQuestion = list.entries.length === 0 && offers.length === 1;
  return offers.map(({ id, label, lines, keys }) => {
    const alone = linesEffect(query, lines);
    const withAll = againEffect(query, { include: [...query.include, ...keys].join('\n') });
    return {
      ...(isOnlyQuestion ? ONLY_QUESTION : { id }),
      label: lines.length > 1 ? say('actions.counted', { label, count: lines.length }) : label,
      opens: offers.length > 1 ? 'new' : opens,
      effect: list.isTable || !isUsable(alone) ? withAll : alone,
    };
  });
}

function namedOffers(query: ImeiQuery, { unsure }: ImeiList): readonly Offer[] {
  const context = query.contextNow();
  const groups = unsureGroups(context, unsure);
  const named = groups.slice(0, MAX_NAMES).map(({ key, name, numbers }, index) => ({
    id: `ask-${index + 1}`,
    label: context.say('actions.checkNamed', { name }),
    lines: numbers.map(writeLine),
    keys: [key],
  }));
  const further = groups.slice(MAX_NAMES);
  if (further.length === 0) return named;
  const lines = further.flatMap(({ numbers }) => numbers.map(writeLine));
  const rest = {
    id: 'ask-rest',
    label: context.say('actions.checkOthers'),
    lines,
    keys: further.map(({ key }) => key),
  };
  return [...named, rest];
}

function correctionOffers(query: ImeiQuery, { invalid }: ImeiList): readonly Offer[] {
  const { say } = query.contextNow();
  const lines = invalid.flatMap((number) => impliedNumber(number) ?? []).map(writeLine);
  if (lines.length === 0) return [];
  const label = say('actions.complete');
  return [{ id: 'complete', label, lines: [...new Set(lines)], keys: [CORRECTED] }];
}

function repairOffers(query: ImeiQuery, { invalid }: ImeiList): readonly Offer[] {
  const [first, ...more] = invalid;
  if (first === undefined || more.length > 0) return [];
  const context = query.contextNow();
  return shownRepairs(context, first.why).map((imei, index) => ({
    id: `repair-${index + 1}`,
    label: context.say('actions.checkThis', { imei }),
    lines: [writeLine(correctedTo(first, imei))],
    keys: [],
  }));
}
