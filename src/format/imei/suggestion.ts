import type { Suggestion } from '../../core/adapter.ts';
import type { FoundImei, FoundProblem } from '../../imei/findings.ts';
import type { Imei } from '../../imei/imei.ts';
import type { Device } from '../../provider/device.ts';
import { notes } from '../reply/compose.ts';
import { oneLine, shownImei, type View } from '../reply/view.ts';
import { ago } from '../times.ts';
import { deviceName, tableNameText } from './device.ts';
import type { TacName } from './outcome.ts';
import { offeredRepairs, problemLines } from './problem.ts';

/** Suggests an IMEI whose answer is cached. An undefined device means that the service has no record of it. */
export function suggestedAnswer(view: View, found: FoundImei, device: Device | undefined): Suggestion {
  const name = device === undefined ? view.say('notFound.title') : deviceName(view, found.imei, device);
  return {
    value: found.imei,
    label: labelOf(shownImei(view, found.imei), name, view.say('suggestions.kept')),
  };
}

/** Suggests an IMEI that is not cached and would cost a check; its check digit may have been computed. */
export function suggestedImei(
  view: View,
  { imei, from }: FoundImei,
  tableName: TacName | undefined,
): Suggestion {
  return {
    value: imei,
    label: labelOf(
      shownImei(view, imei),
      from === '14-digits' ? view.say('suggestions.completed') : undefined,
      tableName === undefined ? undefined : view.say('table.marked', { name: tableNameText(tableName) }),
    ),
  };
}

/** Suggests what is wrong with a number, and each of its repairs. */
export function suggestedProblem(view: View, problem: FoundProblem): readonly Suggestion[] {
  const [line = problem.text] = problemLines(view, [{ ...problem, line: 1 }]);
  return [
    { value: problem.text, label: labelOf(line) },
    ...offeredRepairs(view, problem.problem).map((imei) => ({
      value: imei,
      label: labelOf(imei, view.say('suggestions.repair')),
    })),
  ];
}

/** Suggests an IMEI this person checked recently. */
export function suggestedRecent(
  view: View,
  { imei, name, at }: { readonly imei: Imei; readonly name?: string | undefined; readonly at: number },
): Suggestion {
  return { value: imei, label: labelOf(shownImei(view, imei), name, ago(view.say, view.now - at)) };
}

function labelOf(...parts: readonly (string | undefined)[]): string {
  return oneLine(notes(...parts) ?? '', 100);
}
