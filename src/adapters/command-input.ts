import type { Input } from '../core/adapter.ts';
import type { FileReference } from '../core/options.ts';

/** A digit of any script: without one there is no IMEI. */
export const HAS_DIGIT = /\p{Nd}/u;
/**
 * A message that is a reply without such a number asks about the message it replies to: “really an
 * iPhone 12?”
 */
export const HAS_NUMBER = /(?:\p{Nd}[\s\-./]?){8}/u;

/**
 * The numbers among what can be copied from a message of the bot, a line each. Somebody who replies
 * to that message asks about them, but never about a number of an example.
 */
export function copiedNumbers(copied: readonly string[]): string {
  // An example of a command can be copied too.
  return copied.filter((text) => HAS_NUMBER.test(text) && !text.startsWith('/')).join('\n');
}

/** Input that is a command. */
export type CommandInput = Input & { readonly kind: 'command' };

/** A command with its options as text, and a file if there is one. */
export function commandInput(name: string, text: string, file?: FileReference): CommandInput {
  return {
    kind: 'command',
    name,
    options: { kind: 'text', text, ...(file !== undefined && { file }) },
  };
}

/** What the start command says in a group, or about a message that the platform does not show. */
export function topicInput(startCommand: string, topic: 'greeting' | 'unreadable'): CommandInput {
  return {
    kind: 'command',
    name: startCommand,
    options: { kind: 'values', values: { topic } },
  };
}
