import { wordsOf } from '../../provider/errors.ts';
import type { CellNumber } from '../../tables/cells/cell-numbers.ts';
import type { Outcome } from '../imei/outcome.ts';
import { problemShort } from '../imei/problem.ts';
import { imeiWarnings } from '../imei/warnings.ts';
import { sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';

/** The result column of one number: found or not found, or why it was not checked, and how it was read. */
export function resultText(view: View, number: CellNumber, outcome: Outcome | undefined): string {
  const { results } = view.words.files;
  if (number.kind === 'problem') return results.wrong(problemShort(view, number.problem.problem));
  const read = number.zeroRestored ? results.zeroRestored : undefined;
  return sentences(outcomeText(view, outcome), read, imeiWarnings(view, number.found)) ?? '';
}

function outcomeText(view: View, outcome: Outcome | undefined): string {
  const { words } = view;
  const { results } = words.files;
  switch (outcome?.kind) {
    case 'answered':
      return outcome.answer.found ? results.found : results.notFound;
    case 'failed':
      return results.notChecked(words.failures[wordsOf(outcome.failure.code)].short);
    case 'refused':
      return results.notChecked(words.failure.refused[outcome.refusal.why]);
    case 'broke':
      return results.notChecked(words.failure.broke);
    default:
      return results.notChecked(results.stopped);
  }
}
