import type { Caching } from '../src/simulation/checks.ts';
import { simulateDay } from '../src/simulation/day.ts';
import { createTrace, type TraceRequest, UNKNOWN_TYPES } from '../src/simulation/trace.ts';
import type { Bench } from './bench.ts';
import { figure, ratio } from './figures.ts';

const DAY_MS = 86_400_000;
/** Nobody waits here: what is paid does not depend on the pace, and this takes less time. */
const LIMITS = { concurrent: 50, perWindow: 200, windowMs: 1_000 };
const NAMES: Readonly<Record<Caching, string>> = { off: 'no cache', imei: 'by IMEI', tac: 'by TAC' };

/** Bench 7: checks paid against the fewest possible. */
export const money: Bench = {
  title: 'Money: checks paid against the fewest possible',
  instead: (cell) =>
    `without a cache, ${cell('Checks paid', NAMES.off, 2)} of ${cell('Checks paid', NAMES.off, 1)} checks are paid for; by IMEI ${cell('Checks paid', NAMES.imei, 2)}, by TAC ${cell('Checks paid', NAMES.tac, 2)}.`,
  run: async ({ seed, tiny, progress }) => {
    const messages = tiny ? 100 : 50_000;
    const trace = createTrace({ users: messages, hours: 24, checks: messages * 2, seed }).slice(0, messages);
    const imeis = trace.flatMap((request) => request.imeis);
    const fewest = fewestOf(trace);
    const results: { caching: Caching; paid: number; shared: number }[] = [];
    for (const caching of ['off', 'imei', 'tac'] as const) {
      progress(NAMES[caching]);
      const day = await simulateDay({ trace, hours: 24, caching, seed, settings: SETTINGS });
      results.push({ caching, paid: day.paid, shared: day.shared });
    }
    const cached = results.filter(({ caching }) => caching !== 'off');
    return {
      about: `${figure(trace.length)} seeded messages (Zipf over types, repeats, bursts, lists) ask for ${figure(imeis.length)} checks through the real checker, cache and limiter on simulated time. The fewest: without a cache, all but those that share a check under way; by IMEI, one for each IMEI; by TAC, one for each type, and for types that the service does not know, one for each IMEI, since "not found" is said of the one number.`,
      tables: [
        {
          title: 'Checks paid',
          columns: ['cache', 'asked', 'paid', 'fewest possible', 'paid / fewest', 'paid / asked'],
          rows: results.map(({ caching, paid, shared }) => {
            const least = caching === 'off' ? imeis.length - shared : fewest[caching];
            return [
              NAMES[caching],
              figure(imeis.length),
              figure(paid),
              figure(least),
              ratio(paid, least),
              ratio(paid, imeis.length),
            ];
          }),
        },
      ],
      goals: cached.map(({ caching, paid }) => {
        const least = caching === 'tac' ? fewest.tac : fewest.imei;
        return {
          goal: `${NAMES[caching]}, what is paid is the fewest possible`,
          measured: `${figure(paid)} of ${figure(least)}`,
          isReached: paid === least,
        };
      }),
    };
  },
};

const SETTINGS = {
  limits: LIMITS,
  requestTimeoutMs: 20_000,
  allowance: { checksPerDay: 1_000_000, reserve: 0 },
  foundTtlMs: 365 * DAY_MS,
  notFoundTtlMs: 7 * DAY_MS,
  requestMaxAgeMs: DAY_MS,
  mostOpen: Number.POSITIVE_INFINITY,
};

function fewestOf(trace: readonly TraceRequest[]): { readonly imei: number; readonly tac: number } {
  const imeis = new Set<string>(trace.flatMap((request) => request.imeis));
  const types = new Set([...imeis].map((imei) => (imei.startsWith(UNKNOWN_TYPES) ? imei : imei.slice(0, 8))));
  return { imei: imeis.size, tac: types.size };
}
