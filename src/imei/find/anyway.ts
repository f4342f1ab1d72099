import type { Imei } from '../imei.ts';
import type { ImeiProblem, ImeiReading } from '../number/reading.ts';
import type { Findings, FoundImei } from './findings.ts';

/**
 * Moves the numbers that a person has to confirm, such as those whose prefix no phone has or with letters for digits, from the
 * problems to the found IMEIs, for a person who was warned and wants them checked. Card numbers stay out.
 */
export function takenAnyway({ found, problems, ...others }: Findings): Findings {
  const all = new Map<Imei, FoundImei>(found.map((one) => [one.imei, one]));
  for (const { problem, line, readFrom } of problems) {
    const reading = readingToConfirm(problem);
    if (reading === undefined || all.has(reading.imei)) continue;
    all.set(reading.imei, { ...reading, line, ...(readFrom !== undefined && { readFrom }) });
  }
  return {
    found: [...all.values()],
    problems: problems.filter(({ problem }) => readingToConfirm(problem) === undefined),
    ...others,
  };
}

/** The IMEI that is checked where a person confirms it; undefined for problems that no confirmation mends. */
export function readingToConfirm(problem: ImeiProblem): ImeiReading | undefined {
  switch (problem.kind) {
    case 'unassigned':
    case 'doubtful':
    case 'letter':
      return problem.reading;
    default:
      return undefined;
  }
}
