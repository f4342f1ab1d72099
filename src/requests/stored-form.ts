import type { AskingEvent } from '../core/adapter/request-event.ts';
import {
  type FileReference,
  MAX_TEXT_LENGTH,
  type RawOptions,
  type RawValue,
} from '../core/command/command-options.ts';
import { maskCards } from '../imei/cards.ts';

/** The most characters of a text that are stored: enough for it to be refused as too long. */
const MAX_STORED = 2 * MAX_TEXT_LENGTH;

/**
 * The event as its row keeps it: with masked payment card numbers, and without the end of a text
 * that is too long for any option.
 */
export function storedForm(event: AskingEvent): AskingEvent {
  const { input } = event;
  if (input.kind !== 'command') return event;
  return { ...event, input: { ...input, options: storedOptions(input.options) } };
}

function storedOptions(options: RawOptions): RawOptions {
  if (options.kind === 'text') {
    const { text, file } = options;
    return { ...options, text: storedText(text), ...(file && { file: storedFile(file) }) };
  }
  const values = Object.entries(options.values).map(
    ([name, value]) => [name, storedValue(value)] as const,
  );
  return { ...options, values: Object.fromEntries(values) };
}

function storedValue(value: RawValue): RawValue {
  if (typeof value === 'object') return storedFile(value);
  return typeof value === 'string' ? storedText(value) : value;
}

/** Masks the name of a file, but not its location: then the file would not be found. */
function storedFile({ others, ...file }: FileReference): FileReference {
  const named = { ...file, name: maskCards(file.name) };
  return others === undefined ? named : { ...named, others: others.map(storedFile) };
}

function storedText(text: string): string {
  return maskCards(text.length > MAX_STORED ? text.trim().slice(0, MAX_STORED) : text);
}
