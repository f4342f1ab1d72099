import type { ReadLabel } from './label.ts';
import { type LabelName, NAMELESS } from './number-name.ts';

/** A value: `imei` and `black` in `,"kind":"imei","color":"black"}`. */
const VALUE = /[:=]\s*["']?([^"',{}]*)/g;

/** Returns the first name that is a value in a text: `imei` in `{"kind":"imei"}`. */
export function nameInValues(text: string, read: ReadLabel): LabelName {
  for (const [, value = ''] of text.matchAll(VALUE)) {
    const name = onlyName(value, read);
    if (name.kind !== 'nothing') return name;
  }
  return NAMELESS;
}

/** The name in a text without other words. */
export function onlyName(text: string, read: ReadLabel): LabelName {
  const { isOnlyName, name } = read(text);
  return isOnlyName ? name : NAMELESS;
}
