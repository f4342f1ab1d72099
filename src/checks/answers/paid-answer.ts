import { z } from 'zod';
import type { AnswerReader } from '../../provider/contract.ts';
import type { CheckAnswer, RawAnswer } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/errors.ts';

/** An answer, and when the service gave it. */
export interface DatedAnswer {
  readonly answer: CheckAnswer;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/** A paid answer and its body, as the row of its send has it. */
export interface PaidAnswer {
  readonly raw: RawAnswer;
  readonly checked: DatedAnswer;
}

/** A body as it is stored. */
export const rawAnswerSchema = z.object({
  httpStatus: z.number(),
  body: z.string(),
  reader: z.string(),
});

/**
 * What a body says. Undefined if another provider gave it, which this version cannot read. Another
 * error is a bug of the reader: it is thrown, since to take it for "no answer" would pay again.
 */
export function outcomeIn(
  raw: RawAnswer,
  checkedAt: number,
  reader: AnswerReader,
): DatedAnswer | ServiceFailure | undefined {
  if (raw.reader !== reader.name) return undefined;
  try {
    return { answer: reader.read(raw), checkedAt };
  } catch (error) {
    // The process ended before it stored that the answer is a failure.
    if (error instanceof ServiceFailure) return error;
    throw error;
  }
}
