import { readFileSync } from 'node:fs';

/**
 * What became of each change, in the words of `test/NIGHTS.md`.
 * @param {readonly object[]} changes
 * @param {readonly object[]} entries those of all journals
 */
export function reportOf(changes, entries) {
  const outcomeOf = outcomesBy(entries);
  // What is computed while a module loads would need a run of all tests for each change.
  const counted = changes
    .map((change) => ({ ...change, outcome: outcomeOf(change.id) }))
    .filter(({ outcome }) => outcome !== 'loaded');
  const countOf = (outcome) => counted.filter((change) => change.outcome === outcome).length;
  const unnoticed = counted.filter((change) => !isNoticed(change));
  const score = (100 * (counted.length - unnoticed.length)) / counted.length;
  return {
    score,
    summary:
      `${counted.length} changes: ${score.toFixed(2)} %: ${countOf('failed')} failed a test, ` +
      `${countOf('endless')} ran too long; ${countOf('unnoticed')} not noticed, ` +
      `${countOf('unreached')} in no test`,
    byFile: linesOfFiles(counted),
    broken: brokenTests(entries),
    unnoticed: unnoticed.map(difference),
  };
}

const isNoticed = ({ outcome }) => outcome === 'failed' || outcome === 'endless';

function outcomesBy(entries) {
  const idsOf = (kind) => new Set(entries.filter((of) => of.kind === kind).map(({ id }) => id));
  const failed = idsOf('failed');
  const endless = idsOf('endless');
  const passes = entries.filter(({ kind }) => kind === 'reached');
  const reached = new Set(passes.flatMap(({ ids }) => ids));
  const loaded = new Set(passes.flatMap((pass) => pass.loaded));
  return (id) => {
    if (failed.has(id)) return 'failed';
    if (endless.has(id)) return 'endless';
    if (reached.has(id)) return 'unnoticed';
    return loaded.has(id) ? 'loaded' : 'unreached';
  };
}

function linesOfFiles(counted) {
  const files = Map.groupBy(counted, ({ fileName }) => fileName);
  return [...files].map(([name, changes]) => {
    const percent = Math.round((100 * changes.filter(isNoticed).length) / changes.length);
    return `${String(percent).padStart(4)} % of ${String(changes.length).padStart(4)}  ${name}`;
  });
}

/** The tests that never passed without a change. */
function brokenTests(entries) {
  const passed = new Set(entries.filter(({ kind }) => kind === 'reached').map(({ test }) => test));
  const broken = entries.filter(({ kind, test }) => kind === 'broken' && !passed.has(test));
  return [...new Set(broken.map(({ name, why }) => `broken: ${name}: ${why}`))];
}

function difference({ outcome, fileName, location, replacement }) {
  const { line, column } = location.start;
  const source = readFileSync(fileName, 'utf8').split('\n')[line]?.trim();
  return `${outcome} ${fileName}:${line + 1}:${column + 1}\n  - ${source}\n  + ${replacement}`;
}
