import type { Button } from '../../core/reply/reply.ts';
import { OPENS_PATTERN, opensIn, TOKEN_PATTERN } from '../delivery/button-data.ts';

const BUTTON_DATA = new RegExp(`^(${OPENS_PATTERN}):(\\d{1,20}):(${TOKEN_PATTERN})$`);

/**
 * The data of a button, which is its `custom_id`. It has all that the acknowledgement of a press
 * needs, in at most 69 characters; Discord allows 100.
 */
export function buttonDataOf(button: Button, asker: string): string {
  return `${button.opens}:${asker}:${button.token}`;
}

/** Parses the data of a pressed button; undefined if it is not one of this bot's. */
export function readButtonData(data: string) {
  const [, opensText, asker, token] = BUTTON_DATA.exec(data) ?? [];
  const opens = opensIn(opensText);
  if (opens === undefined || asker === undefined || token === undefined) return undefined;
  return { opens, asker, token };
}
