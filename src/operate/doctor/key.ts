import type { UsageHistory } from '../../checks/trend.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import type { KeyStatus } from '../../provider/device.ts';
import { type ListedCode, ServiceFailure, wordsOf } from '../../provider/errors.ts';

const NOT_THE_SERVICE = 'What answers at LOOKUP_BASE_URL is not the service. Write its address without /api.';
const SLOW = 'The service did not answer in time. Look at LOOKUP_BASE_URL, the network and HTTPS_PROXY.';

/** What the operator does about an answer to the question for the key's state. */
const SENTENCES: Readonly<Record<ListedCode, string>> = {
  'credentials-wrong': 'The service does not take LOOKUP_API_KEY. Copy all of it.',
  'account-blocked': 'The service has blocked the account. Ask the provider.',
  'credentials-missing': 'The service does not take LOOKUP_API_KEY. Copy all of it.',
  'key-refused':
    'The service does not take LOOKUP_API_KEY: it is wrong or disabled. Copy all of it, or ask the provider.',
  'key-inactive': 'LOOKUP_API_KEY is not activated yet, or has expired. Ask the provider.',
  'access-refused':
    'The service refuses this address or this key without a reason (403). Ask the provider whether the address is blocked.',
  'limit-exceeded':
    'The service says that the limit is exceeded: something else on this address calls it. Find it before you start the bot.',
  'hourly-limit': 'The checks of this hour are used up; the key is taken.',
  'daily-limit': 'The checks of this day are used up; the key is taken.',
  'imei-empty': NOT_THE_SERVICE,
  'unknown-error': 'The service answered with an error that its interface does not list. Ask the provider.',
  unreachable: 'The service cannot be reached. Look at LOOKUP_BASE_URL, the network and HTTPS_PROXY.',
  timeout: SLOW,
  reset: SLOW,
  'server-error': 'The service is broken just now. Try again later.',
  unreadable: NOT_THE_SERVICE,
  redirect: 'LOOKUP_BASE_URL answers with a redirect, which is not followed: write the address it leads to.',
  unexpected: NOT_THE_SERVICE,
};

/** A sentence for the operator; undefined for what is no failure of the service. */
export function keyProblem(error: unknown): string | undefined {
  return error instanceof ServiceFailure ? SENTENCES[wordsOf(error.code)] : undefined;
}

const { fine, warning, wrong } = findingsAbout('service');
const SOON_MS = 14 * DAY_MS;

/** What the state of a key says. */
export function keyFindings(status: KeyStatus, clock: Clock): readonly Finding[] {
  const { hasAccess, activationDate, expirationDate, checksLeft } = status;
  const findings: Finding[] = [
    hasAccess === false
      ? wrong('The service takes LOOKUP_API_KEY, and gives it no access. Ask the provider.')
      : fine('The service takes LOOKUP_API_KEY.'),
  ];
  if (expirationDate !== undefined) {
    const leftMs = Date.parse(expirationDate) + DAY_MS - clock.now();
    const since = activationDate === undefined ? '' : `is active since ${activationDate}, and `;
    const says = `The key ${since}expires on ${expirationDate}.`;
    findings.push(
      leftMs < 0 ? wrong(`${says} Buy another one.`) : leftMs < SOON_MS ? warning(says) : fine(says),
    );
  }
  const { hour, day, month } = checksLeft;
  const left = Object.entries({ hour, day, month }).filter(([, count]) => count !== undefined);
  if (left.length > 0) {
    const says = `Checks left: ${left.map(([name, count]) => `${count === 'no-limit' ? 'no limit' : count} this ${name}`).join(', ')}.`;
    findings.push(left.some(([, count]) => count === 0) ? wrong(says) : fine(says));
  }
  return findings;
}

/** Checks that left the key in this month, and were not paid for here. */
export function othersIn({ samples, paidByDay }: UsageHistory): readonly Finding[] {
  const figures = samples.flatMap(({ at, month }) => (typeof month === 'number' ? [{ at, month }] : []));
  const last = figures.at(-1);
  const first = figures.find(({ at }) => last !== undefined && monthOf(at) === monthOf(last.at));
  if (first === undefined || last === undefined || first === last) return [];
  const ago = Math.ceil((last.at - first.at) / DAY_MS) + 1;
  const paid = paidByDay.slice(0, ago + 1).reduce((sum, one) => sum + one, 0);
  const gone = first.month - last.month;
  const since = new Date(first.at).toISOString().slice(0, 10);
  // What is in doubt may have been paid.
  if (gone <= paid * 1.1 + 10) return [fine('Nobody else uses the key, as far as the counts tell.')];
  return [
    warning(
      `Since ${since} the key has lost ${gone} checks, and this installation paid for ${paid} of them: somebody else uses it. From the same address, that crosses the limit.`,
    ),
  ];
}

function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
