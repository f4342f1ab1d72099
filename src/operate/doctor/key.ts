import type { UsageHistory } from '../../checks/quota/trend.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import type { KeyStatus } from '../../provider/device.ts';

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
