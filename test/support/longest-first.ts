import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits longest for processes and windows: begun last, it would be waited for alone. */
const LONGEST = [
  'test/cluster/',
  'test/bench/',
  'test/chaos/',
  'test/checks/lookup/shared-store',
  'test/model/',
  'test/operate/move',
  'test/store/redis.test',
  'test/process/',
  'test/photos/',
  'test/limiter/shared-limit',
  'test/checks/outbox/ledger-memory',
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
