import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes which changes each test tries. A change is first tried with the tests that are quick and
 * reach few others: those are about it.
 * @param {object} options
 * @param {ReadonlySet<string>} options.ids the changes to try
 * @param {number} options.testsPerChange
 * @param {readonly object[]} options.entries the journals of a run without changes
 */
export function writePlan(file, { ids: chosen, testsPerChange, entries }) {
  const tests = entries
    .filter(({ kind }) => kind === 'reached')
    .map(({ test, ids, ms }) => ({ test, ids, cost: ids.length * ms }))
    .sort((a, b) => a.cost - b.cost);
  const count = new Map();
  const plan = {};
  for (const { test, ids } of tests) {
    const mine = ids.filter((id) => chosen.has(id));
    plan[test] = mine.filter((id) => (count.get(id) ?? 0) < testsPerChange);
    for (const id of mine) count.set(id, (count.get(id) ?? 0) + 1);
  }
  writeFileSync(file, JSON.stringify(plan));
}

export function readPlan(file) {
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
}
