import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, a minute or two each: begun last, it would be waited for alone. What waits for processes and windows stands between
 * what needs a processor, so that neither is all that runs.
 */
const LONGEST = [
  ...['test/bench/', 'test/operate/killed', 'test/cluster/', 'test/photos/documents'],
  ...['test/chaos/', 'test/checks/lookup/shared-store', 'test/model/'],
  ...['test/operate/move', 'test/operate/backup', 'test/process/', 'test/photos/false-friends'],
  ...['test/store/old-data', 'test/operate/doctor', 'test/photos/', 'test/store/redis.test'],
  ...['test/hostile/frozen', 'test/limiter/shared-limit', 'test/files/runner', 'test/hostile/'],
  ...['test/operate/', 'test/recipes', 'test/tac/large-table', 'test/checks/outbox/ledger-memory'],
];

/**
 * vitest begins with what took longest in earlier runs, of which a fresh clone knows nothing: there this order holds, and
 * the rest is as vitest has it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = LONGEST.findIndex((start) => moduleId.includes(`/${start}`));
  return found === -1 ? LONGEST.length : found;
}
