import { expect, it, vi } from 'vitest';
import { createBugReporter } from '../../src/bot/bug-reporter.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { SILENT } from '../support/silent-log.ts';

function reporter() {
  const health = { noteFailure: vi.fn() };
  const metrics = { failed: vi.fn() };
  return { health, metrics, report: createBugReporter({ health, metrics, log: SILENT }) };
}

it('a store that fails below an answer is noted, and is not a bug', () => {
  const { health, metrics, report } = reporter();
  const error = new StoreFailed(new Error('the disk is full'));
  report(error);
  expect(health.noteFailure).toHaveBeenCalledWith(error);
  expect(metrics.failed).not.toHaveBeenCalled();
});

it('any other error below an answer is a bug', () => {
  const { health, metrics, report } = reporter();
  report(new TypeError('broke'));
  expect(metrics.failed).toHaveBeenCalledWith('commands');
  expect(health.noteFailure).not.toHaveBeenCalled();
});
