import { factsOf, failureKindOf, type ServiceFailureCode } from '../../provider/service-failure.ts';
import type { PauseState } from './service-pause.ts';

/** The kind of a call: a check, which may cost money, or the key's status, which is free. */
export type CallKind = 'check' | 'status';

/** A call that failed, and the pause at that time. */
interface FailedCall {
  readonly code: ServiceFailureCode;
  readonly kind: CallKind;
  readonly pause?: Pick<PauseState, 'code' | 'needs'> | undefined;
  /** Whether the pause has begun, changed or ended since the call passed the gate. */
  readonly isPassOutdated: boolean;
}

/** The meaning of a failure for the service. */
type FailureVerdict =
  /** It refuses all checks, for this reason. */
  | 'refuses'
  /** It refuses all checks, and only the status can tell why. */
  | 'refuses-vaguely'
  /** It refuses all checks, and the pause already has the reason. */
  | 'still-refuses'
  /** It does not work. */
  | 'out'
  /** It does not work if several calls in a row fail like this. */
  | 'perhaps-out'
  /** It answers checks. */
  | 'works'
  /** No news. */
  | 'nothing';

interface FailureRule {
  readonly when: (call: FailedCall) => boolean;
  readonly verdict: FailureVerdict;
  /** A call for which this rule decides; a test asks for its verdict. */
  readonly example: FailedCall;
}

const CHECK = { kind: 'check', isPassOutdated: false } as const;
const STATUS = { kind: 'status', isPassOutdated: false } as const;

/** The first rule whose condition holds decides. If none holds, the verdict is `perhaps-out`. */
export const FAILURE_RULES: readonly FailureRule[] = [
  {
    when: isRefusedAsBefore,
    verdict: 'still-refuses',
    example: { ...CHECK, code: 'daily-limit', pause: { code: 'daily-limit', needs: 'trial' } },
  },
  {
    when: isRefusedForKnownReason,
    verdict: 'still-refuses',
    example: {
      ...CHECK,
      code: 'limit-exceeded',
      pause: { code: 'key-refused', needs: 'status' },
      isPassOutdated: true,
    },
  },
  {
    when: isRefusedVaguely,
    verdict: 'refuses-vaguely',
    example: { ...CHECK, code: 'limit-exceeded' },
  },
  { when: isRefused, verdict: 'refuses', example: { ...CHECK, code: 'daily-limit' } },
  { when: isStatusCall, verdict: 'nothing', example: { ...STATUS, code: 'timeout' } },
  {
    when: isPassOutdated,
    verdict: 'nothing',
    example: {
      ...CHECK,
      code: 'timeout',
      pause: { code: 'failing', needs: 'trial' },
      isPassOutdated: true,
    },
  },
  { when: isAboutOneImei, verdict: 'works', example: { ...CHECK, code: 'imei-empty' } },
  {
    when: isTrial,
    verdict: 'out',
    example: { ...CHECK, code: 'timeout', pause: { code: 'failing', needs: 'trial' } },
  },
];

export function verdictOn(call: FailedCall): FailureVerdict {
  return FAILURE_RULES.find(({ when }) => when(call))?.verdict ?? 'perhaps-out';
}

/** The service itself said that it refuses all checks for now. */
function isRefused({ code }: FailedCall): boolean {
  return factsOf(code).refusesAllUntil !== undefined;
}

function isRefusedAsBefore(call: FailedCall): boolean {
  return isRefused(call) && call.pause?.code === call.code;
}

/**
 * Only the status can end this pause, so it does not matter what “limit exceeded” means. A trial is
 * an exception: by then the status has allowed checks, so the reason of the pause is over.
 */
function isRefusedForKnownReason({ code, pause }: FailedCall): boolean {
  if (pause === undefined || pause.needs === 'trial' || !isRate(code)) return false;
  return factsOf(pause.code).refusesAllUntil === 'status';
}

/**
 * For `limit-exceeded` the status tells whether calls came too fast or the month is used up; for
 * `key-inactive`, since when the key has expired.
 */
function isRefusedVaguely({ kind, code }: FailedCall): boolean {
  return kind === 'check' && (isRate(code) || code === 'key-inactive');
}

function isStatusCall({ kind }: FailedCall): boolean {
  return kind === 'status';
}

/** The call passed before the pause changed, so it says nothing about how the service is now. */
function isPassOutdated(call: FailedCall): boolean {
  return call.isPassOutdated;
}

/** The service answered, and refuses only this IMEI. */
function isAboutOneImei({ code }: FailedCall): boolean {
  return failureKindOf(code) === 'imei';
}

/** The only check that is sent in a pause. The rules before it decide on all other calls. */
function isTrial({ pause }: FailedCall): boolean {
  return pause?.needs === 'trial';
}

function isRate(code: ServiceFailureCode): boolean {
  return failureKindOf(code) === 'rate';
}
