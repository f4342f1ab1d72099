import type { Input } from '../../core/adapter/request-event.ts';
import { findImeis } from '../../imei/find.ts';
import type { CommandSet } from '../host.ts';

/** A command to repeat in the private chat. */
interface PrivateCommand {
  readonly name: string;
  readonly text: string;
}

interface AskedAmongOthers {
  readonly commands: CommandSet;
  /** Whether the message is ephemeral: then nobody else saw its numbers. */
  readonly isUnseen: boolean;
}

/**
 * The command to repeat in the private chat if its answer may not be shown among others. The text
 * command is repeated only for an IMEI that nobody else saw.
 */
export function privateCommandOf(
  input: Input,
  { commands, isUnseen }: AskedAmongOthers,
): PrivateCommand | undefined {
  if (input.kind !== 'command') return undefined;
  const { name, options } = input;
  const command = { name, text: options.kind === 'text' ? options.text : '' };
  if (name !== commands.textCommand.name) return command;
  return isUnseen && findImeis(command.text).sure.length > 0 ? command : undefined;
}
