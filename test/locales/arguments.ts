import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** What an argument of a message takes. */
export type ArgumentKind = 'number' | 'text';

/** A message as data; throws a SyntaxError if it is no ICU MessageFormat. */
export function parsed(message: string): MessageFormatElement[] {
  return parse(message, { ignoreTag: true });
}

/** Every part of a message, with those inside its plurals and selects. */
export function* partsOf(parts: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const part of parts) {
    yield part;
    if (part.type === TYPE.plural || part.type === TYPE.select) {
      for (const option of Object.values(part.options)) yield* partsOf(option.value);
    }
  }
}

/** The arguments of a message in the order in which they appear. */
export function argumentsOf(message: string): ReadonlyMap<string, ArgumentKind> {
  const found = new Map<string, ArgumentKind>();
  for (const part of partsOf(parsed(message))) {
    if (part.type === TYPE.number || part.type === TYPE.plural) found.set(part.value, 'number');
    else if (part.type === TYPE.argument || part.type === TYPE.select)
      found.set(part.value, found.get(part.value) ?? 'text');
  }
  return found;
}
