import type { Suggestion } from '../../core/adapter/suggestions.ts';
import type { RecentCheck } from '../../history/history.ts';
import type { InvalidNumber } from '../../imei/findings.ts';
import type { ListEntry } from '../../lists/list.ts';
import { joinByDots } from '../reply/compose.ts';
import { shownImei } from '../reply/masked.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';
import { ago } from '../times.ts';
import { savedReply } from './answer.ts';
import { deviceName, probableName } from './phone/phone-name.ts';
import { invalidLine, likelyImeis } from './without-answer/invalid.ts';

/** Suggests an IMEI with its saved answer, or with its name in the open table. */
export function suggestedImei(view: View, entry: ListEntry): Suggestion {
  const { say } = view;
  const { number, tableName, outcome } = entry;
  const { imei } = number;
  if (outcome?.kind !== 'answered') {
    const completed = number.form === '14-digits' ? say('suggestions.completed') : undefined;
    const probably = tableName && probableName(view, tableName);
    return { value: imei, label: suggestionLabel(shownImei(view, imei), completed, probably) };
  }
  const { answer } = outcome;
  const name = answer.found ? deviceName(view, imei, answer.device) : say('notFound.title');
  return {
    value: imei,
    label: suggestionLabel(shownImei(view, imei), name, say('suggestions.saved')),
    reply: savedReply(view, number, answer, tableName),
  };
}

/** Suggests the whole text, to check all of its numbers. */
export function suggestedText({ say }: View, text: string, count: number): Suggestion {
  return { value: text, label: say('suggestions.all', { count }) };
}

/** Suggests an invalid number, with what is wrong, and each IMEI that was probably meant. */
export function suggestedInvalid(view: View, number: InvalidNumber): readonly Suggestion[] {
  const hint = view.say('suggestions.repair');
  return [
    { value: number.text, label: suggestionLabel(invalidLine(view, number)) },
    ...likelyImeis(view, number.why).map((imei) => ({
      value: imei,
      label: suggestionLabel(imei, hint),
    })),
  ];
}

/** Suggests an IMEI that this person has checked recently. */
export function suggestedRecent(view: View, { imei, name, at }: RecentCheck): Suggestion {
  return {
    value: imei,
    label: suggestionLabel(shownImei(view, imei), name, ago(view.say, view.now - at)),
  };
}

function suggestionLabel(...parts: readonly (string | undefined)[]): string {
  return oneLine(joinByDots(...parts) ?? '', 100);
}
