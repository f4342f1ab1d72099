import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../src/store/seal.ts';
import { loadOrMakeSecret } from '../../src/store/secret.ts';

describe('a seal', () => {
  const seal = createSeal('a secret of some length');

  it('opens what it has closed, and shows nothing of it meanwhile', () => {
    const closed = seal.close('IMEI 490154203237518 – Nokia');
    expect(closed).not.toContain('490154203237518');
    expect(seal.open(closed)).toBe('IMEI 490154203237518 – Nokia');
    expect(seal.close('same')).not.toBe(seal.close('same'));
  });

  it('opens nothing that was sealed with another secret, changed, or cut', () => {
    const closed = seal.close('text');
    expect(createSeal('another secret of length').open(closed)).toBeUndefined();
    expect(seal.open(`${closed.slice(0, -4)}AAA=`)).toBeUndefined();
    expect(seal.open(closed.slice(0, 10))).toBeUndefined();
    expect(seal.open('')).toBeUndefined();
  });

  it('files the same name under the same hash, which depends on the secret', () => {
    expect(seal.hash('490154203237518')).toBe(seal.hash('490154203237518'));
    expect(seal.hash('490154203237518')).not.toBe(
      createSeal('another secret of length').hash('490154203237518'),
    );
  });
});

describe('the secret beside the store', () => {
  it('is made once, readable by its owner only, and the same ever after, also when two make it at once', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'imei-bot-secret-'));
    const file = join(directory, 'data', 'secret');
    const [one, two] = await Promise.all([loadOrMakeSecret(file), loadOrMakeSecret(file)]);
    expect(one).toBe(two);
    expect(await loadOrMakeSecret(file)).toBe(one);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toBe(one);
    await rm(directory, { recursive: true });
  });

  it('is never replaced when it is damaged: that would lose the cache without a word', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'imei-bot-secret-'));
    const file = join(directory, 'secret');
    await writeFile(file, '');
    await expect(loadOrMakeSecret(file)).rejects.toThrow(/Restore it or delete it/);
    await rm(directory, { recursive: true });
  });
});
