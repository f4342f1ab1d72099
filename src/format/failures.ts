import {
  kindOf,
  type ListedCode,
  type ServiceFailureCode,
  textCodeOf,
} from '../provider/errors.ts';
import type { Say } from './words/say.ts';

/**
 * Reasons with one text for everybody: the service does not answer. Only admins read which of them
 * it was.
 */
const UNANSWERED = [
  'unreachable',
  'failing',
  'timeout',
  'reset',
  'server-error',
  'unreadable',
  'unknown-error',
  'unexpected',
] as const satisfies readonly ListedCode[];

type Unanswered = (typeof UNANSWERED)[number];

function isUnanswered(code: ListedCode): code is Unanswered {
  return UNANSWERED.some((unanswered) => unanswered === code);
}

/** Why there is no answer, in a few words. */
export function failureTitle(say: Say, code: ServiceFailureCode): string {
  const listed = textCodeOf(code);
  return isUnanswered(listed) ? say('failure.unanswered') : say(`failures.${listed}.title`);
}

/** More about it, in a sentence; undefined if the title says it all. */
export function failureSummary(say: Say, code: ServiceFailureCode): string | undefined {
  if (kindOf(code) === 'quota') return say('failure.usedUp');
  const listed = textCodeOf(code);
  return isUnanswered(listed) ? undefined : say.find(`failures.${listed}.summary`);
}

/** What happened exactly, or what to do: for admins. Undefined if there is nothing to add. */
export function failureForAdmins(say: Say, code: ServiceFailureCode): string | undefined {
  return say.find(`failures.${textCodeOf(code)}.admin`);
}
