import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How long each file took when it ran as a whole, which is the first time. */
const wholeMs = new Map<string, number>();

/** A mutant is dead with the first test that fails, so those that cost least are asked first. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => this.#msOf(a) - this.#msOf(b));
  }

  #msOf({ project, moduleId }: TestSpecification): number {
    const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
    const ms = wholeMs.get(key) ?? this.ctx.cache.getFileTestResults(key)?.duration;
    if (ms !== undefined) wholeMs.set(key, ms);
    return ms ?? 0;
  }
}
