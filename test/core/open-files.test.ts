import { describe, expect, it } from 'vitest';
import { tooFewFiles } from '../../src/core/open-files.ts';

describe('an error', () => {
  it.each([
    Object.assign(new Error("EMFILE: too many open files, open 'x.js'"), { code: 'EMFILE' }),
    new Error('libfor.so: cannot open shared object file: Too many open files'),
  ])('is known as one of the limit on open files, and what to raise it to is said: %s', (error) => {
    expect(tooFewFiles(error)).toMatch(/ files open at once, and needs more.*ulimit -n 1024.*LimitNOFILE/);
    expect(tooFewFiles(error)).toContain(`(${error.message})`);
  });

  it.each([
    Object.assign(new Error("ENOENT: no such file or directory, open 'x.js'"), { code: 'ENOENT' }),
    // This process may have more than enough.
    Object.assign(new Error("Cannot find package 'x'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    'too many open files',
    undefined,
  ])('is none of it otherwise: %s', (error) => {
    expect(tooFewFiles(error)).toBeUndefined();
  });
});
