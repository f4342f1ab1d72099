import {
  type FailureReason,
  factsOf,
  failureKindOf,
  type ServiceFailureCode,
} from '../../provider/errors.ts';
import type { PauseState } from './service-pause.ts';

/** What is sent: a check, which may cost money, or a call for the key's status, which is free. */
export type CallKind = 'check' | 'status';

/** A call that failed, and what was known of the service by then. */
interface FailedCall extends Pick<FailureReason, 'code'> {
  readonly kind: CallKind;
  readonly pause?: Pick<PauseState, 'code' | 'needs'> | undefined;
  /** A pause has begun since it was sent. */
  readonly isLate: boolean;
}

/**
 * What a failure says of the service. `refuses`: it refuses all checks, for this reason.
 * `refuses-vaguely`: only the status can tell for which. `still-refuses`: for the reason that is
 * known. `out`: it does not work. `perhaps-out`: not if there are several in a row. `works`: it
 * answers checks.
 */
type Verdict =
  | 'refuses'
  | 'refuses-vaguely'
  | 'still-refuses'
  | 'out'
  | 'perhaps-out'
  | 'works'
  | 'nothing';

interface Rule {
  readonly when: (call: FailedCall) => boolean;
  readonly verdict: Verdict;
  /** A call for which this rule decides; a test tries it. */
  readonly example: FailedCall;
}

const CHECK = { kind: 'check', isLate: false } as const;
const STATUS = { kind: 'status', isLate: false } as const;

/** The first rule decides whose condition holds. */
export const FAILURE_RULES: readonly Rule[] = [
  {
    when: isRefusedAsBefore,
    verdict: 'still-refuses',
    example: { ...CHECK, code: 'daily-limit', pause: { code: 'daily-limit', needs: 'trial' } },
  },
  {
    when: isRefusedForKnownReason,
    verdict: 'still-refuses',
    example: { ...CHECK, code: 'limit-exceeded', pause: { code: 'key-refused', needs: 'status' } },
  },
  {
    when: isRefusedVaguely,
    verdict: 'refuses-vaguely',
    example: { ...CHECK, code: 'limit-exceeded' },
  },
  { when: isRefused, verdict: 'refuses', example: { ...CHECK, code: 'daily-limit' } },
  { when: isOfStatus, verdict: 'nothing', example: { ...STATUS, code: 'timeout' } },
  {
    when: isLate,
    verdict: 'nothing',
    example: {
      ...CHECK,
      code: 'timeout',
      pause: { code: 'failing', needs: 'trial' },
      isLate: true,
    },
  },
  {
    when: isAnsweredInPause,
    verdict: 'works',
    example: { ...CHECK, code: 'imei-empty', pause: { code: 'daily-limit', needs: 'trial' } },
  },
  { when: isAboutOneImei, verdict: 'nothing', example: { ...CHECK, code: 'imei-empty' } },
  {
    when: isFailedTrial,
    verdict: 'out',
    example: { ...CHECK, code: 'timeout', pause: { code: 'failing', needs: 'trial' } },
  },
  {
    when: isPaused,
    verdict: 'nothing',
    example: { ...CHECK, code: 'timeout', pause: { code: 'failing', needs: 'status' } },
  },
  { when: always, verdict: 'perhaps-out', example: { ...CHECK, code: 'timeout' } },
];

export function verdictOn(call: FailedCall): Verdict {
  return FAILURE_RULES.find(({ when }) => when(call))?.verdict ?? 'nothing';
}

/** The service itself said that it refuses all checks for now. */
function isRefused({ code }: FailedCall): boolean {
  return factsOf(code).refusesAllUntil !== undefined;
}

function isRefusedAsBefore(call: FailedCall): boolean {
  return isRefused(call) && call.pause?.code === call.code;
}

/** Whatever “limit exceeded” means, the status has to allow checks again anyway. */
function isRefusedForKnownReason({ code, pause }: FailedCall): boolean {
  if (pause === undefined || pause.needs === 'trial' || !isRate(code)) return false;
  return factsOf(pause.code).refusesAllUntil === 'status';
}

/** The status knows more: too often, or a used-up month; since when the key has expired. */
function isRefusedVaguely({ kind, code }: FailedCall): boolean {
  return kind === 'check' && (isRate(code) || code === 'key-inactive');
}

function isOfStatus({ kind }: FailedCall): boolean {
  return kind === 'status';
}

/** It does not say when the service answers again. */
function isLate(call: FailedCall): boolean {
  return call.isLate;
}

function isAboutOneImei({ code }: FailedCall): boolean {
  return failureKindOf(code) === 'imei';
}

function isAnsweredInPause(call: FailedCall): boolean {
  return isAboutOneImei(call) && isPaused(call);
}

function isFailedTrial({ pause }: FailedCall): boolean {
  return pause?.needs === 'trial';
}

function isPaused({ pause }: FailedCall): boolean {
  return pause !== undefined;
}

function always(): boolean {
  return true;
}

function isRate(code: ServiceFailureCode): boolean {
  return failureKindOf(code) === 'rate';
}
