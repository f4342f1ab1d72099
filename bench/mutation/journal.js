import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * What the tests have shown so far about the changes of one share. It is a file with an entry in
 * each line, so that the next process goes on where one was killed:
 *
 *     start                            a process starts
 *     reached   test, ids, loaded, ms  the test passes, and runs these changes; `loaded`: what ran
 *                                      before any test
 *     broken    test, name, why        the test fails without a change
 *     begin     id, test               the test begins with this change
 *     passed    id, test               ... and passes
 *     failed    id, test, why          ... and fails
 *     endless   id, test, why          ... and does not end
 *     doubtful  id                     ... and fails, as it then does without a change, too
 */
export class Journal {
  #file;
  #entries = [];
  #decided = new Set();
  #doubtful = new Set();
  #tried = new Set();
  #reached = new Set();

  constructor(file) {
    this.#file = file;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    for (const line of lines.filter(Boolean)) this.#remember(JSON.parse(line));
  }

  get entries() {
    return this.#entries;
  }

  append(entry) {
    this.#remember(entry);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** The change with which a test began and its process ended, if it did. */
  crashedAt() {
    const last = this.#entries.findLast(({ kind }) => kind !== 'start');
    return last?.kind === 'begin' ? last.id : undefined;
  }

  isDecided(id) {
    return this.#decided.has(id);
  }

  isDoubtful(id) {
    return this.#doubtful.has(id);
  }

  /** Whether the test has passed with this change. */
  wasTried(id, test) {
    return this.#tried.has(`${id} ${test}`);
  }

  /** Whether it is known which changes a test reaches. */
  hasReach(test) {
    return this.#reached.has(test);
  }

  #remember(entry) {
    const { kind, id, test } = entry;
    this.#entries.push(entry);
    if (kind === 'failed' || kind === 'endless') this.#decided.add(id);
    if (kind === 'doubtful') this.#doubtful.add(id);
    if (kind === 'passed') this.#tried.add(`${id} ${test}`);
    if (kind === 'reached') this.#reached.add(test);
  }
}
