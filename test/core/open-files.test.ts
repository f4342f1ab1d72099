import { spawnSync } from 'node:child_process';
import { describe, expect, inject, it } from 'vitest';
import { importLater, tooFewFiles } from '../../src/core/open-files.ts';

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

/** Has no file left to open while it first imports the command, and then again as many as it wants. */
const SHORT_OF_FILES = `
  const { closeSync, openSync } = await import('node:fs');
  const [, built] = process.argv;
  const { importLater } = await import(built + '/src/core/open-files.js');
  const load = importLater(() => import(built + '/commands/imei/file.js'));
  const taken = [];
  try {
    for (;;) taken.push(openSync('/dev/null'));
  } catch {}
  const [free] = taken.splice(0, 1);
  closeSync(free);
  const first = await load().then(() => 'loaded', (error) => error.code);
  taken.forEach((file) => closeSync(file));
  const second = await load().then(({ answerFile }) => typeof answerFile, (error) => error.code);
  console.log(first, second);
`;

describe('what is imported later', () => {
  it.skipIf(process.platform !== 'linux')(
    'is there once files can be opened again, although none could when it was first asked for',
    () => {
      const command = ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, '--input-type=module'];
      const { stdout } = spawnSync('/bin/sh', [...command, '--eval', SHORT_OF_FILES, inject('built')], {
        encoding: 'utf8',
      });
      expect(stdout).toBe('EMFILE function\n');
    },
  );

  it('is imported once, however often it is asked for, and not before', async () => {
    let imports = 0;
    const load = importLater(async () => {
      imports += 1;
      return imports;
    });
    expect(imports).toBe(0);
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });
});
