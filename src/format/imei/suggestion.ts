import type { Suggestion } from '../../core/adapter/suggestions.ts';
import type { RecentCheck } from '../../history/history.ts';
import type { InvalidNumber } from '../../imei/findings.ts';
import type { ListEntry } from '../../lists/list.ts';
import type { ReplyContext } from '../format.ts';
import { joinByDots } from '../reply/compose.ts';
import { shownImei } from '../reply/masked.ts';
import { oneLine } from '../reply/one-line.ts';
import { ago } from '../texts/times.ts';
import { savedReply } from './answer-reply.ts';
import { deviceName, probableName } from './phone/phone-name.ts';
import { invalidLine, likelyImeis } from './without-answer/invalid-numbers.ts';

/** The most characters of a label: Discord takes no longer ones. */
const MAX_LABEL = 100;

/**
 * Suggests an IMEI: with its saved answer, be it “not found”; else with its name in the open TAC
 * table, if there is one, and a remark if its check digit was added.
 */
export function suggestedImei(context: ReplyContext, entry: ListEntry): Suggestion {
  const { say } = context;
  const { number, tacEntry, outcome } = entry;
  const { imei } = number;
  if (outcome?.kind === 'answered') {
    const { answer } = outcome;
    const name = answer.found ? deviceName(context, imei, answer.device) : say('notFound.title');
    return {
      value: imei,
      label: suggestionLabel(shownImei(context, imei), name, say('suggestions.saved')),
      reply: savedReply(context, entry),
    };
  }
  const completed = number.form === '14-digits' ? say('suggestions.completed') : undefined;
  const probably = tacEntry && probableName(context, tacEntry);
  return { value: imei, label: suggestionLabel(shownImei(context, imei), completed, probably) };
}

/** Suggests the whole text, to check all of its numbers. */
export function suggestedText({ say }: ReplyContext, text: string, count: number): Suggestion {
  return { value: text, label: say('suggestions.all', { count }) };
}

/** Suggests an invalid number, with what is wrong, and each IMEI that was probably meant. */
export function suggestionsForInvalid(
  context: ReplyContext,
  number: InvalidNumber,
): readonly Suggestion[] {
  const hint = context.say('suggestions.repair');
  return [
    { value: number.text, label: suggestionLabel(invalidLine(context, number)) },
    ...likelyImeis(context, number.why).map((imei) => ({
      value: imei,
      // Not masked: `likelyImeis` has none if others can read.
      label: suggestionLabel(imei, hint),
    })),
  ];
}

/** Suggests an IMEI that this person has checked recently. */
export function suggestedRecent(
  context: ReplyContext,
  { imei, name, at }: RecentCheck,
): Suggestion {
  return {
    value: imei,
    label: suggestionLabel(shownImei(context, imei), name, ago(context.say, context.now - at)),
  };
}

function suggestionLabel(...parts: readonly (string | undefined)[]): string {
  return oneLine(joinByDots(...parts) ?? '', MAX_LABEL);
}
