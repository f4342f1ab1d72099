import type { Request } from '../../core/adapter.ts';
import type { RawOptions } from '../../core/options.ts';
import { maskCards } from '../../imei/mask.ts';

/** Most characters that are stored. A text option accepts half of this; longer ones are refused anyway. */
const MOST_STORED = 200_000;

/**
 * Returns the request in the form that may be stored: with payment card numbers masked, and with a text cut that is too long
 * for any option.
 */
export function maskRequest(request: Request): Request {
  const { ask } = request;
  if (ask.kind !== 'command') return request;
  return { ...request, ask: { ...ask, options: maskedOptions(ask.options) } };
}

function maskedOptions(options: RawOptions): RawOptions {
  if (options.kind === 'text') return { ...options, text: maskedText(options.text) };
  const values = Object.entries(options.values).map(
    ([name, value]) => [name, typeof value === 'string' ? maskedText(value) : value] as const,
  );
  return { ...options, values: Object.fromEntries(values) };
}

function maskedText(text: string): string {
  return maskCards(text.length > MOST_STORED ? text.trim().slice(0, MOST_STORED) : text);
}
