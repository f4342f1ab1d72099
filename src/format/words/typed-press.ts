import { type ButtonWord, buttonWordIn } from './understood.ts';

/** The buttons that a word presses, by the ids of their actions. The first one that is shown. */
const PRESSES: Readonly<Record<ButtonWord, readonly string[]>> = {
  yes: ['check'],
  no: ['leave', 'cancel'],
  full: ['full', 'list'],
  again: ['fresh', 'retry', 'list'],
};

/** Whether a button does what its reply asks, so that the answer is not asked for any more. */
export function isYesButton(token: string): boolean {
  return PRESSES.yes.some((id) => token.endsWith(`.${id}`));
}

/**
 * The token of the button that a whole message presses: “no” presses _Not now_ or _Stop_. Undefined
 * if it presses none of these.
 */
export function typedPress(text: string, tokens: readonly string[]): string | undefined {
  const word = tokens.length === 0 ? undefined : buttonWordIn(text);
  const ids = word === undefined ? [] : PRESSES[word];
  return ids.flatMap((id) => tokens.find((token) => token.endsWith(`.${id}`)) ?? [])[0];
}
