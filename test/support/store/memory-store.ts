import type { Clock } from '../../../src/core/clock.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createAnswerCache } from '../../../src/store/schema/answer.ts';
import { createMemorySql } from './memory-sql.ts';

/** A store that lives as long as a test, and answers without a wait. */
export function createMemoryStore(clock: Clock, sql = createMemorySql()): Store {
  return { keyv: createAnswerCache(sql, clock), sql, sweep: async () => 0 };
}
