import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunnerTestCase } from 'vitest';
import { TestRunner } from 'vitest';
import { getFn } from 'vitest/suite';
import { z } from 'zod';
import { giveLife, ownMs, TooLong } from './lives.ts';
import { appendProgress, limitMs, type Progress, parseProgress, progressOf } from './progress.ts';

const path = process.env.MUTATION_PROGRESS ?? '';
/** The instrumented code, by path from the root. */
const plan = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(process.env.MUTATION_PLAN ?? '', 'utf8')));
const isFirst = process.env.MUTATION_MODE === 'coverage';

/** Tests that take longer than this alone are for a later pass. */
const mostMs = Number(process.env.MUTATION_MOST_MS ?? Number.POSITIVE_INFINITY);

/** A mutant that is run into so often, and so much oftener than when it is not active, is in a loop without end. */
const LEAST_MOST_HITS = 1_000;
const HITS_FACTOR = 20;

/** What the instrumented code looks at: the names are Stryker's. */
interface Namespace {
  activeMutant?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
  /** Ours: what is known so far, for all files that this worker runs. */
  progress?: Progress & { readonly dead: Set<string> };
}
declare global {
  var __stryker__: Namespace | undefined;
}
globalThis.__stryker__ ??= {};
const shared: Namespace = globalThis.__stryker__;

/**
 * Runs each test once for each mutant it runs into that no test before it has noticed, and then once more without any.
 * All of it in one worker, with what was loaded once: a new worker for each mutant takes many times as long as the tests.
 */
export default class MutantRunner extends TestRunner {
  #queue: readonly (string | undefined)[] = [];
  #killed: string[] = [];
  /** Those of them that were not noticed, but took too long. */
  #late: string[] = [];
  #ms = 0;

  /** What a test loads only while it runs is loaded before, so that loading counts as that and not as what the test does. */
  async onBeforeRunFiles(): Promise<void> {
    if (!isFirst) return;
    for (const name of Object.keys(plan)) await import(/* @vite-ignore */ join(process.cwd(), name));
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (isFirst || test.mode !== 'run') return;
    const { covered, dead, hung, done } = known();
    const mutants = Object.keys(covered.get(test.id)?.hits ?? {}).filter(
      (id) => !dead.has(id) && !hung.has(id),
    );
    const isForLater = (covered.get(test.id)?.ms ?? 0) > mostMs;
    if (mutants.length === 0 || done.has(test.id) || isForLater) test.mode = 'skip';
    this.#queue = [...mutants, undefined];
    this.#killed = [];
    this.#late = [];
    test.repeats = mutants.length;
  }

  override onBeforeTryTask(test: RunnerTestCase, options?: { readonly repeats: number }): void {
    super.onBeforeTryTask(test);
    // With the mutant before, one may never settle, and vitest would wait for it with all that follow.
    delete test.promises;
    this.#ms = ownMs();
    if (isFirst) {
      shared.currentTestId = test.id;
      return;
    }
    const mutant = this.#queue[options?.repeats ?? 0];
    if (mutant !== undefined) appendProgress(path, { is: 'begun', test: test.id, mutant });
    shared.activeMutant = mutant;
    shared.hitCount = 0;
    const hits = mutant === undefined ? 0 : (known().covered.get(test.id)?.hits[mutant] ?? 0);
    shared.hitLimit = LEAST_MOST_HITS + HITS_FACTOR * hits;
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = getFn(test);
    if (isFirst) return run();
    await giveLife(limitMs(known().covered.get(test.id)?.ms ?? 0), run);
  }

  onAfterRetryTask(test: RunnerTestCase, { repeats }: { readonly repeats: number }): void {
    if (isFirst) {
      shared.currentTestId = undefined;
      const hits = shared.mutantCoverage?.perTest[test.id] ?? {};
      appendProgress(path, { is: 'covered', test: test.id, hits, ms: ownMs() - this.#ms });
      return;
    }
    shared.activeMutant = undefined;
    const hasFailed = test.result?.state === 'fail';
    const mutant = this.#queue[repeats];
    if (mutant !== undefined && hasFailed) {
      this.#killed.push(mutant);
      if (test.result?.errors?.some(({ name }) => name === TooLong.name)) this.#late.push(mutant);
    }
    if (mutant === undefined) this.#conclude(test, hasFailed);
    if (test.result === undefined) return;
    test.result.state = 'pass';
    delete test.result.errors;
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    const mutants = Object.keys(shared.mutantCoverage?.static ?? {});
    if (isFirst) appendProgress(path, { is: 'static', mutants });
  }

  #conclude(test: RunnerTestCase, hasFailed: boolean): void {
    if (hasFailed) appendProgress(path, { is: 'spoiled', test: test.id, name: test.fullName });
    else appendProgress(path, { is: 'killed', test: test.id, mutants: this.#killed, late: this.#late });
    if (!hasFailed) for (const id of this.#killed) known().dead.add(id);
    appendProgress(path, { is: 'done', test: test.id });
  }
}

function known(): Progress & { readonly dead: Set<string> } {
  if (shared.progress === undefined) {
    const progress = progressOf(parseProgress(readFileSync(path, 'utf8')));
    shared.progress = { ...progress, dead: new Set(progress.dead) };
  }
  return shared.progress;
}
