import type { Button } from '../../core/reply.ts';

/** What the id of a button says: enough to acknowledge a press before anybody else is asked. */
export interface PressedButton {
  readonly opens: 'here' | 'new';
  /** The answer is for everyone, whoever can read the reply pressed. */
  readonly shares: boolean;
  /** The Discord id of the person the button belongs to. */
  readonly owner: string;
  readonly token: string;
}

const FORM = /^([hns]):(\d{1,20}):([\w.-]{1,40})$/;

/** At most 63 characters (the mode, an owner of 20 digits, a token of 40); Discord takes 100. */
export function customIdOf(button: Button, owner: string): string {
  const mode = button.shares === true ? 's' : 'n';
  return `${button.opens === 'here' ? 'h' : mode}:${owner}:${button.token}`;
}

/** What a pressed button says, or nothing when it is not one of ours. */
export function readCustomId(customId: string): PressedButton | undefined {
  const [, mode, owner, token] = FORM.exec(customId) ?? [];
  if (owner === undefined || token === undefined) return undefined;
  return { opens: mode === 'h' ? 'here' : 'new', shares: mode === 's', owner, token };
}
