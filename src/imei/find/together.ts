import type { Imei } from '../imei.ts';
import { readingToConfirm } from './anyway.ts';
import type { Aside, Findings, FoundImei, FoundProblem } from './findings.ts';

/**
 * The findings of several texts and pictures as one, in their order and each IMEI once. What one of them leaves in doubt is not
 * asked about where another has it, and asked about once, for the first reason, where several leave it so.
 */
export function together(all: readonly Findings[]): Findings {
  const imeis = all.flatMap(({ found }) => found);
  const kept = new Map<Imei, FoundImei>();
  for (const one of imeis) if (!kept.has(one.imei)) kept.set(one.imei, one);
  const told = new Set<Imei>(kept.keys());
  const isNew = ({ problem }: FoundProblem): boolean => {
    const reading = readingToConfirm(problem);
    if (reading === undefined) return true;
    const isFirst = !told.has(reading.imei);
    told.add(reading.imei);
    return isFirst;
  };
  return {
    found: [...kept.values()],
    problems: all.flatMap(({ problems }) => problems).filter(isNew),
    duplicates: all.reduce((sum, { duplicates }) => sum + duplicates, imeis.length - kept.size),
    aside: asideOf(
      all.flatMap(({ aside = [] }) => aside),
      kept,
    ),
  };
}

/** What is not checked unasked, without the IMEIs that are checked anyway. */
export function asideOf(
  all: readonly Aside[],
  checked: { readonly has: (imei: Imei) => boolean },
): readonly Aside[] {
  return all.flatMap(({ name, imeis }) => {
    const left = imeis.filter((imei) => !checked.has(imei));
    return left.length === 0 ? [] : [{ name, imeis: left }];
  });
}
