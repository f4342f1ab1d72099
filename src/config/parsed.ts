import type { z } from 'zod';
import { OperatorError } from '../core/operator/operator-error.ts';

/** The value of settings, or everything that is wrong with them. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  /** One sentence each, ready to be printed. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** @throws OperatorError with everything that is wrong */
export function valueOrThrow<Value>(parsed: Parsed<Value>): Value {
  if (parsed.ok) return parsed.value;
  throw new OperatorError(parsed.problems.join('\n'));
}

/** Problems with single settings: one sentence each, which begins with the name. */
export function problemsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
