import { expect, it } from 'vitest';
import { createBugReporter } from '../../src/ops/bug-reporter.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';

it.each([
  ['a store that fails below an answer is not a bug', new StoreFailed(new Error('full')), []],
  ['any other error below an answer is a bug', new TypeError('broke'), ['broke']],
])('%s', (_what, error, logged) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line).err.message) };
  createBugReporter(createLog({ level: 'info', isReadable: false, destination }))(error);
  expect(lines).toEqual(logged);
});
