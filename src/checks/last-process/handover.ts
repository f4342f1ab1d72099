import type { Limiter } from '../../limiter/limiter.ts';
import type { SendEnd } from '../service/send-ends.ts';
import type { SendRows } from '../service/send-rows.ts';
import type { ServicePause } from '../service/service-pause.ts';
import type { Pause } from '../usage.ts';
import type { ProcessMark } from './process-mark.ts';

/**
 * What the store may lack when a run has ended. The next run of the same process writes it, unless
 * another process has served since.
 */
export interface SendsHandover {
  /** The mark in the store when the run ended; undefined if it never wrote one. */
  readonly markId: string | undefined;
  /** How sends ended that the store still has as open, in the order in which they ended. */
  readonly ends: readonly SendEnd[];
  /** The reason why no check is sent; undefined if the service works. */
  readonly pause: Pause | undefined;
}

interface HandoverParts {
  readonly limiter: Pick<Limiter, 'drained'>;
  readonly rows: Pick<SendRows, 'unwritten'>;
  readonly pause: Pick<ServicePause, 'reason'>;
  readonly processMark: Pick<ProcessMark, 'id'>;
}

/**
 * Call it once the run is over. Resolves when nothing is in flight any more. If the store was lost,
 * that may be after the run has ended.
 */
export async function handOverSends(parts: HandoverParts): Promise<SendsHandover> {
  const { limiter, rows, pause, processMark } = parts;
  await limiter.drained;
  return { markId: processMark.id, ends: rows.unwritten(), pause: pause.reason() };
}
