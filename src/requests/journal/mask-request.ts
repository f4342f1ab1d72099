import type { Request } from '../../core/adapter.ts';
import { atOnce, inPortions } from '../../core/async/event-loop.ts';
import type { RawOptions } from '../../core/options.ts';
import { maskCardSteps } from '../../imei/mask/cards.ts';
import type { KnownTac } from '../../imei/number/read.ts';

/** Longer texts are masked in portions; most messages are far shorter. */
const SHORT = 2_000;
/** Most characters that are persisted. A text option accepts half of this; longer ones are refused anyway. */
const MOST_WRITTEN_DOWN = 200_000;

/**
 * Returns the request in the form that may be persisted: payment card numbers in its text are masked, IMEIs are not, and a
 * text too long for any option is cut.
 * @param known whether a TAC is in the open TAC table, which decides ambiguous numbers
 */
export function maskRequest(request: Request, known?: KnownTac): Request | Promise<Request> {
  const { ask } = request;
  if (ask.kind !== 'command') return request;
  const { options } = ask;
  const asking = (masked: RawOptions): Request => ({ ...request, ask: { ...ask, options: masked } });
  if (textsOf(options).every(({ length }) => length <= SHORT)) {
    return asking(withTexts(options, (text) => atOnce(maskCardSteps(text, known))));
  }
  return maskLong(options, known).then(asking);
}

async function maskLong(options: RawOptions, known: KnownTac | undefined): Promise<RawOptions> {
  const masked = new Map<string, string>();
  for (const text of textsOf(options)) {
    masked.set(text, await inPortions(maskCardSteps(text.trim().slice(0, MOST_WRITTEN_DOWN), known)));
  }
  return withTexts(options, (text) => masked.get(text) ?? '');
}

function textsOf(options: RawOptions): readonly string[] {
  if (options.kind === 'text') return [options.text];
  return Object.values(options.values).filter((value) => typeof value === 'string');
}

function withTexts(options: RawOptions, change: (text: string) => string): RawOptions {
  if (options.kind === 'text') return { ...options, text: change(options.text) };
  const values = Object.entries(options.values).map(
    ([name, value]) => [name, typeof value === 'string' ? change(value) : value] as const,
  );
  return { ...options, values: Object.fromEntries(values) };
}
