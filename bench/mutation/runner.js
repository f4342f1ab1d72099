import { TestRunner } from 'vitest';
import { Journal } from './journal.js';
import { readPlan } from './plan.js';

const share = Number(process.env.MUTATION_SHARE);
const shares = Number(process.env.MUTATION_SHARES);
/** Undefined while the plan is made: then no change is tried. */
const plan = process.env.MUTATION_PLAN === '' ? undefined : readPlan(process.env.MUTATION_PLAN);

/** What the changed files read and count: see `@stryker-mutator/instrumenter`. */
const changed = { mutantCoverage: { static: {}, perTest: {} } };
globalThis.__stryker__ = changed;

/** More often than this, a change runs only in a loop that it has made endless. */
const hitLimit = (hits) => 100 * hits + 1_000;

/** Repeats a test until its result is pending. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/**
 * Runs each test once as it is, which shows the changes that it reaches, and once more with each of
 * those that no test has noticed yet. A test that fails with a change runs again without it. If it
 * fails then, too, something is left over from before, and a new process goes on.
 */
export default class MutationRunner extends TestRunner {
  #journal = new Journal(process.env.MUTATION_JOURNAL);
  /** Whether this process has tried no change yet. */
  #isNew = true;
  /** What the test runs with now: `nothing`, `a change`, or `nothing again` after it has failed. */
  #with = 'nothing';
  #change;
  /** The changes that this test is still to run with. */
  #queue = [];
  /** How often the test runs each change. */
  #hits = {};
  /** Whether the test has passed without a change right before this run. */
  #isSure = true;
  #why = '';
  #startedAt = 0;

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    if (this.#hasNothingToTry(test.id)) {
      test.mode = 'skip';
      return;
    }
    test.retry = 0;
    test.repeats = FOR_EVER;
    this.#with = 'nothing';
  }

  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    if (this.#with === 'nothing') {
      changed.mutantCoverage.perTest.test = {};
      changed.currentTestId = 'test';
    } else if (this.#with === 'a change') {
      this.#change = this.#queue.shift();
      this.#journal.append({ kind: 'begin', id: this.#change, test: test.id });
      changed.hitCount = 0;
      changed.hitLimit = hitLimit(this.#hits[this.#change]);
      changed.activeMutant = this.#change;
    }
    this.#startedAt = performance.now();
  }

  onAfterRetryTask(test) {
    changed.activeMutant = undefined;
    changed.currentTestId = undefined;
    const { state, errors = [] } = test.result;
    const passed = state === 'pass';
    const why = String(errors[0]?.message).slice(0, 200);
    test.result.state = 'pass';
    test.result.errors = undefined;
    if (this.#with === 'nothing') this.#afterNothing(test, { passed, why });
    else if (this.#with === 'a change') this.#afterChange(test, { passed, why });
    else this.#afterNothingAgain(test, passed);
  }

  #afterNothing(test, { passed, why }) {
    const ms = Math.round(performance.now() - this.#startedAt);
    if (!passed) {
      this.#journal.append({ kind: 'broken', test: test.id, name: test.name, why });
      return this.#isNew ? this.#end(test) : this.#restart();
    }
    this.#hits = changed.mutantCoverage.perTest.test;
    if (plan === undefined) {
      const ids = Object.keys(this.#hits);
      const loaded = Object.keys(changed.mutantCoverage.static);
      this.#journal.append({ kind: 'reached', test: test.id, ids, loaded, ms });
      return this.#end(test);
    }
    const rank = (id) => (this.#journal.isDoubtful(id) ? 0 : 1);
    this.#queue = this.#planned(test.id)
      .filter((id) => id in this.#hits)
      .sort((a, b) => rank(a) - rank(b));
    this.#isSure = true;
    this.#isNew = false;
    this.#tryNext(test);
  }

  #afterChange(test, { passed, why }) {
    if (passed) {
      this.#journal.append({ kind: 'passed', id: this.#change, test: test.id });
      this.#isSure = false;
      return this.#tryNext(test);
    }
    this.#with = 'nothing again';
    this.#why = why;
  }

  #afterNothingAgain(test, passed) {
    const id = this.#change;
    const isEndless = /Hit count limit|timed out/.test(this.#why);
    if (passed || this.#isSure) {
      const kind = isEndless ? 'endless' : 'failed';
      this.#journal.append({ kind, id, test: test.id, why: this.#why });
    } else {
      this.#journal.append({ kind: 'doubtful', id });
    }
    if (!passed) return this.#restart();
    this.#isSure = true;
    this.#tryNext(test);
  }

  #tryNext(test) {
    this.#with = 'a change';
    if (this.#queue.length === 0) this.#end(test);
  }

  #hasNothingToTry(test) {
    if (plan === undefined) return this.#journal.hasReach(test);
    return this.#planned(test).length === 0;
  }

  /** The changes of this share that the test is still to try, and no test has noticed yet. */
  #planned(test) {
    const ids = (plan.get(test) ?? []).filter((id) => Number(id) % shares === share);
    return ids.filter((id) => !this.#journal.isDecided(id) && !this.#journal.wasTried(id, test));
  }

  /** Vitest repeats no test that was skipped while it ran. */
  #end(test) {
    test.result.pending = true;
  }

  /** Ends vitest and this worker of it: see `runShare`. */
  #restart() {
    process.kill(process.ppid, 'SIGKILL');
    process.kill(process.pid, 'SIGKILL');
  }
}
