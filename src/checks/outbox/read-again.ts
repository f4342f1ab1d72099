import type { RawAnswer } from '../../provider/device.ts';
import { ServiceFailure, type ServiceFailureCode } from '../../provider/errors.ts';
import { type ReadAnswer, ReaderUnknown } from '../../provider/stored.ts';

/** The part of a send's row that says how it ended. */
interface Ended {
  readonly kind: 'check' | 'status';
  readonly outcome?: 'answered' | 'failed' | 'in-doubt' | undefined;
  readonly code?: ServiceFailureCode | undefined;
  readonly raw?: RawAnswer | undefined;
}

/**
 * A process may have been killed between writing down what came and what it said: an answer that cannot be read is the
 * failure that the process would have written next, and not as good as none.
 */
export function readAgain<Row extends Ended>(read: ReadAnswer, row: Row): Row {
  const failure = row.kind === 'check' && row.outcome === 'answered' ? failureIn(read, row.raw) : undefined;
  return failure === undefined ? row : { ...row, outcome: 'failed', code: failure.code };
}

function failureIn(read: ReadAnswer, raw: RawAnswer | undefined): ServiceFailure | undefined {
  // Without its body it has reached the cache.
  if (raw === undefined) return undefined;
  try {
    read(raw);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceFailure) return error;
    // Nobody here can tell: it stays what it was written down as.
    if (error instanceof ReaderUnknown) return undefined;
    throw error;
  }
}
