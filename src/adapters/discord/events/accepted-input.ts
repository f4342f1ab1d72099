import type { Input } from '../../../core/adapter/request-event.ts';
import type { RawValues } from '../../../core/command/command-options.ts';
import type { Visibility } from '../../../core/reply/reply.ts';
import { PUBLIC_OPTION } from '../commands.ts';

/** The input of an interaction, and who reads the reply. */
export interface AcceptedInput {
  readonly input: Input;
  readonly visibility: Visibility;
  /** Whether the reply replaces the message whose button was pressed. */
  readonly isInPlace: boolean;
}

/** The input of a command. The adapter's own option says who reads the reply. */
export function inputOf(
  name: string,
  { [PUBLIC_OPTION]: shared, ...values }: RawValues,
): AcceptedInput {
  const input = { kind: 'command', name, options: { kind: 'values', values } } as const;
  return { input, visibility: shared === true ? 'shared' : 'private', isInPlace: false };
}
