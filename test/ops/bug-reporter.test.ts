import { expect, it, vi } from 'vitest';
import { createBugReporter } from '../../src/ops/bug-reporter.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { SILENT } from '../support/silent-log.ts';

it.each([
  ['a store that fails below an answer is not a bug', new StoreFailed(new Error('full')), []],
  ['any other error below an answer is a bug', new TypeError('broke'), [['commands']]],
])('%s', (_what, error, counted) => {
  const metrics = { failed: vi.fn() };
  createBugReporter({ metrics, log: SILENT })(error);
  expect(metrics.failed.mock.calls).toEqual(counted);
});
