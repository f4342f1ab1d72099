import type { Button, Opens } from '../../core/reply/reply.ts';
import { OPENS_PATTERN, opensIn, TOKEN_PATTERN } from '../delivery/button-data.ts';

const BUTTON_DATA = new RegExp(`^(${OPENS_PATTERN}):(${TOKEN_PATTERN})$`);

/** The data of a button, which Telegram sends back when it is pressed: at most 64 bytes. */
export function buttonDataOf(button: Button): string {
  return `${button.opens}:${button.token}`;
}

/** Parses the data of a pressed button; undefined if another version of the bot has written it. */
export function readButtonData(
  data: string,
): { readonly opens: Opens; readonly token: string } | undefined {
  const [, opensText, token] = BUTTON_DATA.exec(data) ?? [];
  const opens = opensIn(opensText);
  if (opens === undefined || token === undefined) return undefined;
  return { opens, token };
}
