import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMarkFile } from '../../src/store/mark-file.ts';

describe('the file beside the store', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imei-bot-mark-'));
    path = join(folder, 'store.mark');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('holds what was written last, also for the next process', async () => {
    const file = createMarkFile(path);
    expect(await file.read()).toBeUndefined();
    await file.write('one');
    await file.write('two');
    expect(await file.read()).toBe('two');
    expect(await createMarkFile(path).read()).toBe('two');
  });

  it('is made with its folder, for its owner alone, and leaves nothing else there', async () => {
    const inside = join(folder, 'new', 'store.mark');
    await createMarkFile(inside).write('one');
    expect(await readdir(join(folder, 'new'))).toEqual(['store.mark']);
    expect((await stat(inside)).mode & 0o777).toBe(0o600);
  });

  it('is taken away, and it is no fault that there is none', async () => {
    const file = createMarkFile(path);
    await file.write('one');
    await file.remove();
    expect(await readdir(folder)).toEqual([]);
    await file.remove();
    expect(await file.read()).toBeUndefined();
    await createMarkFile(join(folder, 'no such folder', 'store.mark')).remove();
  });

  it('keeps what it held where it cannot be written, and leaves no draft', async () => {
    // A folder stands where the file should be: nothing can take its place.
    await mkdir(path);
    await writeFile(join(path, 'kept'), '');
    await expect(createMarkFile(path).write('one')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['store.mark']);
    expect(await readdir(path)).toEqual(['kept']);
  });

  it('that cannot be read or taken away is told', async () => {
    const file = createMarkFile(join(path, 'below a file'));
    await writeFile(path, '');
    await expect(file.read()).rejects.toThrow();
    await expect(file.remove()).rejects.toThrow();
  });
});
