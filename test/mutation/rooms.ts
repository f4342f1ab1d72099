/** What is mutated together, and the tests that judge it: patterns from the root of the project. */
export interface Room {
  readonly name: string;
  /** All files of this folder are mutated. */
  readonly folder: string;
  /** Those of its sub-folders are rooms of their own. */
  readonly withoutSubfolders?: true;
  readonly tests: readonly string[];
  /** Tests of the room that take so long that each mutant would wait for them: real windows, real processes. */
  readonly slow?: readonly string[];
  /** Its tests talk to a Redis: one is started for all of them. */
  readonly needsRedis?: true;
}

/** Whether a file, by its path from the root, is mutated with a room. */
export function belongsTo({ folder, withoutSubfolders }: Room, file: string): boolean {
  const name = file.slice(folder.length + 1);
  if (!file.startsWith(`${folder}/`) || !file.endsWith('.ts')) return false;
  return withoutSubfolders === undefined || !name.includes('/');
}

const whole = (name: string): Room => ({
  name,
  folder: `src/${name}`,
  tests: [`test/${name}/**/*.test.ts`],
});

/** Its parts are measured one by one, each by the tests of all. */
const ALL_OF_CHECKS = ['test/checks/**/*.test.ts'];
const SLOW_CHECKS = ['lookup/shared-store', 'lookup/failing-store', 'outbox/ledger-memory'].map(
  (name) => `test/checks/${name}.test.ts`,
);

/** A part of the store, with the tests of its own and those of several parts that judge it as well. */
const partOfStore = (name: string, ...tests: readonly string[]): Room => ({
  ...whole(`store/${name}`),
  tests: [`test/store/${name}/**/*.test.ts`, ...tests.map((test) => `test/store/${test}.test.ts`)],
  needsRedis: true,
});

/** The rooms that keep the two promises. */
export const ROOMS: readonly Room[] = [
  whole('imei'),
  whole('provider'),
  partOfStore('cluster'),
  partOfStore('redis', 'redis', 'format', 'reseal', 'drivers'),
  partOfStore('seal', 'seal', 'reseal'),
  {
    ...partOfStore('sqlite', 'format', 'reseal', 'drivers', 'full-disk'),
    slow: ['test/store/sqlite/lock.test.ts'],
  },
  {
    ...{ name: 'store', folder: 'src/store', withoutSubfolders: true, needsRedis: true },
    ...{ tests: ['test/store/*.test.ts'], slow: ['test/store/old-data.test.ts'] },
  },
  whole('requests'),
  { ...whole('limiter'), slow: ['test/limiter/shared-limit.test.ts', 'test/limiter/window.test.ts'] },
  { ...whole('checks/quota'), tests: ALL_OF_CHECKS, slow: SLOW_CHECKS },
  { ...whole('checks/outbox'), tests: ALL_OF_CHECKS, slow: SLOW_CHECKS },
  { ...whole('checks/lookup'), tests: ALL_OF_CHECKS, slow: SLOW_CHECKS },
  {
    ...{ name: 'checks', folder: 'src/checks', tests: ALL_OF_CHECKS, slow: SLOW_CHECKS },
    withoutSubfolders: true,
  },
];
