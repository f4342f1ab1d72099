import { explainExit } from '../../bot/explain-exit.ts';
import { isTimeout, whyUnreachable } from '../../core/network/no-answer.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/operator/diagnosis.ts';
import { type Clock, DAY_MS } from '../../core/time/clock.ts';
import { endOfDay, parseUtcDay } from '../../core/time/days.ts';
import type { KeyStatus } from '../../provider/device.ts';
import {
  type ListedCode,
  type ServiceFailure,
  textCodeOf,
} from '../../provider/service-failure.ts';

const { fine, warning, wrong } = diagnosesAbout('service');
const SOON_MS = 14 * DAY_MS;

const REFUSED = 'The service does not accept LOOKUP_API_KEY. Copy all of it, or ask the provider.';
const BROKEN = 'The service does not work now. Try again later, or ask the provider.';
const OTHER = 'What answers at LOOKUP_BASE_URL is not the service. Write its URL without /api.';
const LOOK = 'Look at LOOKUP_BASE_URL, the network and HTTPS_PROXY.';
const WAIT = 'Wait, or ask the provider for more.';

/** Advice for the operator, by the failure of the status call. */
const ADVICE: Readonly<Record<Exclude<ListedCode, 'unreachable'>, string>> = {
  'credentials-wrong': REFUSED,
  'credentials-missing': REFUSED,
  'key-refused': REFUSED,
  'account-blocked': 'The service has blocked the account. Ask the provider.',
  'key-inactive': 'LOOKUP_API_KEY is not activated yet, or has expired. Ask the provider.',
  'access-refused': 'The service refuses this IP address or this key (403). Ask the provider.',
  'limit-exceeded':
    'Something else on this IP address calls the service. Find it before you start the bot.',
  'hourly-limit': `The service accepts the key, but the checks of this hour are used up. ${WAIT}`,
  'daily-limit': `The service accepts the key, but the checks of this day are used up. ${WAIT}`,
  'monthly-limit': `The service accepts the key, but the checks of this month are used up. ${WAIT}`,
  timeout: `The service did not answer in time. ${LOOK}`,
  reset: `The connection broke before the service had answered. ${LOOK}`,
  'unknown-error': BROKEN,
  'server-error': BROKEN,
  failing: BROKEN,
  // Only a check can fail with this code: the status call has no IMEI.
  'imei-empty': BROKEN,
  unreadable: OTHER,
  redirect: OTHER,
  unexpected: OTHER,
};

/** A sentence for the operator. */
export function keyProblem({ code: exactCode, cause }: ServiceFailure): string {
  const code = textCodeOf(exactCode);
  if (code !== 'unreachable') return ADVICE[code];
  const why = cause === undefined ? 'no answer in time' : whyUnreachable(cause);
  return `The service cannot be reached (${why}). ${LOOK}`;
}

/**
 * The reason why the service was not asked, or did not answer in time.
 * @throws the error if it is a bug
 */
export function whyNotAsked(error: unknown): string {
  if (isTimeout(error)) {
    return 'no answer in time; the limit may have had no free slot. Try again in two minutes.';
  }
  const exit = explainExit(error);
  if (exit === undefined) throw error;
  return exit.message;
}

/** The diagnoses about a key. At most one is wrong: the others follow from it. */
export function keyDiagnoses(status: KeyStatus, clock: Clock): readonly Diagnosis[] {
  const access = accessDiagnosis(status);
  const rest = [validityDiagnosis(status, clock), checksDiagnosis(status)].filter(
    (diagnosis) => diagnosis !== undefined,
  );
  const cause = [...rest, access].find(({ severity }) => severity === 'wrong');
  return cause === undefined ? [access, ...rest] : [cause];
}

function accessDiagnosis({ hasAccess }: KeyStatus): Diagnosis {
  return hasAccess === false
    ? wrong('The service accepts LOOKUP_API_KEY, but gives it no access. Ask the provider.')
    : fine('The service accepts LOOKUP_API_KEY.');
}

function validityDiagnosis(
  { activationDate, expirationDate }: KeyStatus,
  clock: Clock,
): Diagnosis | undefined {
  const now = clock.now();
  if ((parseUtcDay(activationDate) ?? now) > now) {
    const until = expirationDate === undefined ? '' : ` to ${expirationDate}`;
    return wrong(
      `The key is not valid yet, only from ${activationDate}${until}. Wait, or set another LOOKUP_API_KEY.`,
    );
  }
  if (expirationDate === undefined) return undefined;
  const validForMs = (endOfDay(expirationDate) ?? Number.POSITIVE_INFINITY) - now;
  const since = activationDate === undefined ? '' : `from ${activationDate} `;
  if (validForMs < 0) {
    return wrong(`The key was valid ${since}to ${expirationDate}. Buy a new one.`);
  }
  const message = `The key is valid ${since}to ${expirationDate}.`;
  return validForMs < SOON_MS
    ? warning(`${message} Buy a new one before that day.`)
    : fine(message);
}

function checksDiagnosis({ checksLeft }: KeyStatus): Diagnosis | undefined {
  const { hour, day, month } = checksLeft;
  const known = Object.entries({ hour, day, month }).filter(([, count]) => count !== undefined);
  if (known.length === 0) return undefined;
  const parts = known.map(
    ([period, count]) => `${count === 'no-limit' ? 'no limit' : count} this ${period}`,
  );
  const message = `Checks left: ${parts.join(', ')}.`;
  return known.some(([, count]) => count === 0) ? wrong(`${message} ${WAIT}`) : fine(message);
}
