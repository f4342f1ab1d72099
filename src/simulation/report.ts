import { DAY_MS, HOUR_MS } from '../core/clock.ts';
import { OPEN_IN_ALL } from '../requests/dispatch.ts';
import type { Caching } from './checks.ts';
import type { Day } from './day.ts';
import type { Waits } from './tally.ts';
import type { TraceRequest } from './trace.ts';

const LABEL_WIDTH = 42;
const COLUMN_WIDTH = 13;

export const NAMES: Readonly<Record<Caching, string>> = { off: 'cache off', imei: 'by IMEI', tac: 'by TAC' };

export interface Simulated {
  readonly trace: readonly TraceRequest[];
  readonly users: number;
  readonly hours: number;
  readonly seed: number;
  readonly limits: { readonly concurrent: number; readonly perWindow: number; readonly windowMs: number };
  readonly requestMaxAgeMs: number;
  /** USD for one check; undefined if unknown. */
  readonly price: number | undefined;
  readonly days: readonly Day[];
}

/** All that a simulation found, as lines for a terminal. */
export function report(simulated: Simulated): string {
  return [introduction(simulated), table(simulated), ...remarks(simulated)].join('\n\n');
}

function introduction({ trace, users, hours, seed }: Simulated): string {
  const imeis = trace.flatMap((request) => request.imeis);
  const types = new Set(imeis.map((imei) => imei.slice(0, 8)));
  return [
    `${whole(users)} users, ${whole(hours)} hours, seed ${seed}: ${whole(trace.length)} messages ask for ${whole(imeis.length)} checks`,
    `of ${whole(new Set(imeis).size)} different IMEIs, of ${whole(types.size)} types of phones.`,
  ].join('\n');
}

function table({ days, price, limits, requestMaxAgeMs }: Simulated): string {
  const line = (label: string, value: (day: Day) => string): string =>
    label.padEnd(LABEL_WIDTH) + days.map((day) => value(day).padStart(COLUMN_WIDTH)).join('');
  const waits = (of: (day: Day) => Waits): string[] => [
    line('  median', (day) => duration(of(day).median)),
    line('  p95', (day) => duration(of(day).p95)),
    line('  p99', (day) => duration(of(day).p99)),
    line('  longest', (day) => duration(of(day).longest)),
  ];
  return [
    line('', ({ caching }) => NAMES[caching]),
    line('checks asked for', ({ asked }) => whole(asked)),
    line('  paid for', ({ paid }) => whole(paid)),
    line('  from the cache', ({ fromCache }) => whole(fromCache)),
    line("  shared with somebody else's check", ({ shared }) => whole(shared)),
    line("  over a person's checks of the day", ({ overAllowance }) => whole(overAllowance)),
    line(`  turned away: ${whole(OPEN_IN_ALL)} messages were open`, ({ turnedAway }) => whole(turnedAway)),
    line(`  given up after ${duration(requestMaxAgeMs)}`, ({ givenUp }) => whole(givenUp)),
    ...(price === undefined ? [] : [line(`USD, at ${price} a check`, ({ paid }) => money(paid * price))]),
    'wait for a single check',
    ...waits((day) => day.waits.single),
    'wait for a check of a list',
    ...waits((day) => day.waits.batch),
    line('checks in the line: most, at a full hour', (day) => whole(mostInLine(day))),
    line(`requests in any ${duration(limits.windowMs)}: most`, ({ mostInWindow }) => whole(mostInWindow)),
    line('requests at once: most', ({ mostAtOnce }) => whole(mostAtOnce)),
  ].join('\n');
}

/** What the figures do not say by themselves. */
function remarks({ days, hours, limits, price }: Simulated): string[] {
  const ceiling = Math.floor((limits.perWindow * DAY_MS) / limits.windowMs);
  return [
    `The ceiling is ${whole(limits.perWindow)} requests in ${duration(limits.windowMs)}: ${whole(ceiling)} checks in a day, whatever is paid.`,
    ...days.filter(isOver).map((day) => overTheCeiling(day, hours)),
    'All is counted until the last message has its answer, which may be after these hours. The cache is empty at the\nbeginning; later days find what earlier ones paid for.',
    ...(price === undefined ? ['For the money, give --price 0.02 or set PRICE_PER_CHECK.'] : []),
  ];
}

function isOver({ givenUp, turnedAway }: Day): boolean {
  return givenUp + turnedAway > 0;
}

function overTheCeiling(day: Day, hours: number): string {
  const lost = day.givenUp + day.turnedAway;
  const atTheEnd = day.line.find(({ hour }) => hour === hours)?.waiting ?? 0;
  return [
    `${NAMES[day.caching]} is over it: the line grew to ${whole(mostInLine(day))} checks, ${whole(atTheEnd)} of them still there when the`,
    `${whole(hours)} hours were over, and ${whole(lost)} checks (${Math.round((100 * lost) / day.asked)} %) were turned away or given up. The waits above are of`,
    'those that were answered.',
  ].join('\n');
}

function mostInLine({ line }: Day): number {
  return Math.max(0, ...line.map(({ waiting }) => waiting));
}

function whole(number: number): string {
  return number.toLocaleString('en-US');
}

function money(usd: number): string {
  return usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(ms === 0 ? 0 : 1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${(ms / 60_000).toFixed(1)} min`;
  return `${(ms / HOUR_MS).toFixed(1)} h`;
}
