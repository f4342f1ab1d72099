import { z } from 'zod';
import { parseJson } from '../../core/json.ts';
import type { Imei } from '../../imei/imei.ts';
import type { ResponseReader } from '../../provider/contract.ts';
import type { CheckResult, ServiceResponse } from '../../provider/device.ts';
import { isFailureCode, ServiceFailure } from '../../provider/service-failure.ts';
import type { EndedSend } from '../../store/schema/ended-sends.ts';

/** A result, and when the service gave it. */
export type DatedResult = CheckResult & {
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
};

/**
 * The time by which a result is compared with others, in milliseconds since 1970. A time in the
 * future was noted while the clock was ahead, and counts as long ago.
 */
export function comparableTime(at: number, now: number): number {
  return at > now ? 0 : at;
}

/** A paid response, as the row of its send has it, and the result that was read from it. */
export interface PaidResult {
  readonly response: ServiceResponse;
  readonly result: DatedResult;
}

/** A response as it is stored. */
export const responseSchema = z.object({
  httpStatus: z.number(),
  body: z.string(),
  reader: z.string(),
});

/**
 * Reads the result; undefined if the response is from a provider that this version does not have.
 * Any error but a `ServiceFailure` is a bug of the reader. It is thrown, since a bug that counts as
 * “no answer” would cost another check.
 * @param asked the IMEI that was asked for, if it is known
 */
export function readResult(
  response: ServiceResponse,
  checkedAt: number,
  reader: ResponseReader,
  asked?: Imei,
): DatedResult | ServiceFailure | undefined {
  if (response.reader !== reader.name) return undefined;
  try {
    return { ...reader.read(response, asked), checkedAt };
  } catch (error) {
    // The process ended before it stored that the answer is a failure.
    if (error instanceof ServiceFailure) return error;
    throw error;
  }
}

/** What became of a send: an answer that was paid for, or a failure that may have been. */
export type SendOutcome = PaidResult | ServiceFailure;

/**
 * Reads what became of a send. Undefined if its body cannot be read, for example because it was
 * sealed with another secret.
 * @param asked the IMEI of the send, if it is known
 * @throws as {@link readResult}
 */
export function outcomeOfSend(
  { code, raw, endedAt }: EndedSend,
  reader: ResponseReader,
  asked?: Imei,
): SendOutcome | undefined {
  if (isFailureCode(code)) return new ServiceFailure(code);
  const response = responseSchema.safeParse(parseJson(raw ?? '')).data;
  if (response === undefined) return undefined;
  const result = readResult(response, endedAt, reader, asked);
  if (result === undefined || result instanceof ServiceFailure) return result;
  return { response, result };
}
