import { readButtonToken } from '../core/reply/button-token.ts';
import { sayingIn } from './sayings.ts';
import { BUTTON_WORDS, type ButtonWord } from './understood.ts';

/** The ids of actions that “yes” presses: they agree to what their reply proposes. */
const AGREE: readonly string[] = ['check'];

/** The buttons that a word presses, by the ids of their actions, in this order of preference. */
const PRESSES: Readonly<Record<ButtonWord, readonly string[]>> = {
  yes: AGREE,
  no: ['leave', 'stop'],
  full: ['full', 'list', 'whole'],
  again: ['fresh', 'retry', 'list', 'whole'],
  // Not `fresh`: whoever asks for the rest means numbers that have no answer yet.
  rest: ['retry', 'next'],
};

/**
 * Whether a button agrees to what its reply proposes. Once it is pressed, all buttons of that reply
 * have been used.
 */
export function agrees(token: string): boolean {
  return AGREE.includes(readButtonToken(token).action);
}

/**
 * The token of the button that a whole message presses: “no” presses _Not now_ or _Stop_. Undefined
 * if it presses none of these.
 */
export function typedPress(text: string, tokens: readonly string[]): string | undefined {
  const word = tokens.length === 0 ? undefined : sayingIn(text, BUTTON_WORDS);
  const ids = word === undefined ? [] : PRESSES[word];
  return ids.flatMap((id) => tokens.find((token) => readButtonToken(token).action === id) ?? [])[0];
}
