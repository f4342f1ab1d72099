import type { Imei } from '../number/imei.ts';
import type { Findings, FoundImei } from './findings.ts';

/**
 * Moves the numbers whose prefix no phone has from the problems to the found IMEIs, for a person who was warned and wants
 * them checked. Card numbers stay out.
 */
export function takenAnyway({ found, problems, duplicates }: Findings): Findings {
  const all = new Map<Imei, FoundImei>(found.map((one) => [one.imei, one]));
  for (const { problem, line } of problems) {
    if (problem.kind === 'unassigned' && !all.has(problem.reading.imei))
      all.set(problem.reading.imei, { ...problem.reading, line });
  }
  return {
    found: [...all.values()],
    problems: problems.filter(({ problem }) => problem.kind !== 'unassigned'),
    duplicates,
  };
}
