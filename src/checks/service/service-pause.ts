import {
  type FailureReason,
  factsOf,
  failureKindOf,
  type ServiceFailureCode,
} from '../../provider/errors.ts';

/** The first pause while the service cannot be reached; for other reasons it is a window. */
const UNREACHABLE_PAUSE_MS = 15_000;
/** Each pause is twice as long as the one before, up to this. */
export const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * What the pause waits for. `reason`: first the status has to tell why the service refused;
 * `status`: the status, which costs nothing, has to allow checks again; `trial`: a check has to
 * succeed.
 */
type PauseNeeds = 'reason' | 'status' | 'trial';

/**
 * Why nothing is sent for a while, as people read it: the status may know better than what the
 * service said. Only `ServiceGate` changes it.
 */
export interface ServicePause extends FailureReason {
  readonly needs: PauseNeeds;
  /** By `Clock.elapsed()`, which no setting of the time of day moves. */
  readonly retryAt: number;
  readonly lengthMs: number;
}

/** How long the first pause for this reason is. */
export function firstPauseMs(code: ServiceFailureCode, windowMs: number): number {
  return failureKindOf(code) === 'unsent' ? UNREACHABLE_PAUSE_MS : windowMs;
}

/**
 * Whether a refusal says nothing that the pause does not know better: whatever “limit exceeded”
 * means, the status has to allow checks again anyway.
 */
export function coversRefusal(pause: ServicePause, code: ServiceFailureCode): boolean {
  if (pause.needs === 'trial' || failureKindOf(code) !== 'rate') return false;
  return factsOf(pause.code).refusesAllUntil === 'status';
}
