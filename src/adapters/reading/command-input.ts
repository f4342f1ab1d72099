import type { Input } from '../../core/adapter/request-event.ts';
import type { FileReference } from '../../core/command/command-options.ts';
import type { CommandSet } from '../host.ts';

export type CommandInput = Input & { readonly kind: 'command' };

/** A command with its options as text, and a file if there is one. */
export function commandInput(name: string, text: string, file?: FileReference): CommandInput {
  return {
    kind: 'command',
    name,
    options: { kind: 'text', text, ...(file !== undefined && { file }) },
  };
}

/** The text command for words and a file, for which it shows saved answers and spends nothing. */
export function savedInput(
  { name, option, fileOption, savedOption }: CommandSet['textCommand'],
  words: string,
  file?: FileReference,
): CommandInput {
  const values = { [option]: words, ...(file && { [fileOption]: file }), [savedOption]: true };
  return { kind: 'command', name, options: { kind: 'values', values } };
}

/** The input for the help: a greeting in a group, or about a message that the bot cannot read. */
export function helpInput({ help }: CommandSet, topic: 'greeting' | 'unreadable'): CommandInput {
  return {
    kind: 'command',
    name: help,
    options: { kind: 'values', values: { topic } },
  };
}
