import { wordsOf } from '../../provider/errors.ts';
import type { CellNumber } from '../../tables/cells/cell-numbers.ts';
import type { Outcome } from '../imei/outcome.ts';
import { problemShort } from '../imei/problem.ts';
import { imeiWarnings } from '../imei/warnings.ts';
import { sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';

/** The result column of one number: found or not found, or why it was not checked, and how it was read. */
export function resultText(view: View, number: CellNumber, outcome: Outcome | undefined): string {
  if (number.kind === 'problem')
    return view.say('files.results.wrong', { why: problemShort(view, number.problem.problem) });
  const read = number.zeroRestored ? view.say('files.results.zeroRestored') : undefined;
  return sentences(outcomeText(view, outcome), read, imeiWarnings(view, number.found)) ?? '';
}

function outcomeText(view: View, outcome: Outcome | undefined): string {
  const { say } = view;
  switch (outcome?.kind) {
    case 'answered':
      return outcome.answer.found ? say('files.results.found') : say('files.results.notFound');
    case 'failed':
      return say('files.results.notChecked', { why: say(`failures.${wordsOf(outcome.failure.code)}.short`) });
    case 'refused':
      return say('files.results.notChecked', { why: say(`failure.refused.${outcome.refusal.why}`) });
    case 'broke':
      return say('files.results.notChecked', { why: say('failure.broke') });
    case 'unsaved':
      return say('files.results.notChecked', { why: say('files.results.unsaved') });
    default:
      return say('files.results.notChecked', { why: say('files.results.stopped') });
  }
}
