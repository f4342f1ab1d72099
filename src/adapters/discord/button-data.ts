import type { Button } from '../../core/reply.ts';

/** The content of a button's id: enough to acknowledge a press without any lookup. */
export interface PressedButton {
  /** Whether the answer replaces the pressed reply. */
  readonly opens: 'here' | 'new';
  /** The answer is visible to everyone, whoever can read the pressed reply. */
  readonly shares: boolean;
  /** The Discord id of the button's owner. */
  readonly owner: string;
  /** The core's token of the button. */
  readonly token: string;
}

const FORM = /^([hns]):(\d{1,20}):([\w.-]{1,40})$/;

/** At most 63 characters (mode, owner of 20 digits, token of 40); Discord allows 100. */
export function customIdOf(button: Button, owner: string): string {
  const mode = button.shares === true ? 's' : 'n';
  return `${button.opens === 'here' ? 'h' : mode}:${owner}:${button.token}`;
}

/** Parses the id of a pressed button; undefined if it is not one of this bot's. */
export function readCustomId(customId: string): PressedButton | undefined {
  const [, mode, owner, token] = FORM.exec(customId) ?? [];
  if (owner === undefined || token === undefined) return undefined;
  return { opens: mode === 'h' ? 'here' : 'new', shares: mode === 's', owner, token };
}
