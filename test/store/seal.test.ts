import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../src/store/seal/seal.ts';
import { loadOrCreateSecret } from '../../src/store/seal/secret-file.ts';
import { StoreUnusable } from '../../src/store/store-errors.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { OTHER_SECRET, SECRET } from '../support/known.ts';
import { processorMs } from '../support/measure/processor-time.ts';

const PLACE = 'requests 1';

describe('a seal', () => {
  const seal = createSeal(SECRET);

  it('opens what it has closed, and shows nothing of it meanwhile', () => {
    const closed = seal.encrypt('IMEI 490154203237518 – Nokia', PLACE);
    expect(closed).not.toContain('490154203237518');
    expect(seal.decrypt(closed, PLACE)).toBe('IMEI 490154203237518 – Nokia');
    expect(seal.encrypt('same', PLACE)).not.toBe(seal.encrypt('same', PLACE));
  });

  it('opens nothing that was sealed with another secret, changed, or cut', () => {
    const closed = seal.encrypt('text', PLACE);
    expect(createSeal(OTHER_SECRET).decrypt(closed, PLACE)).toBeUndefined();
    expect(seal.decrypt(`${closed.slice(0, -4)}AAA=`, PLACE)).toBeUndefined();
    expect(seal.decrypt(closed.slice(0, 10), PLACE)).toBeUndefined();
    expect(seal.decrypt('', PLACE)).toBeUndefined();
  });

  it('opens nothing in another place than it was sealed for', () => {
    const closed = seal.encrypt('text', PLACE);
    expect(seal.decrypt(closed, 'requests 2')).toBeUndefined();
    expect(seal.decrypt(closed, 'history 1')).toBeUndefined();
  });

  it('files the same name under the same hash, which depends on the secret', () => {
    expect(seal.hash('490154203237518')).toBe(seal.hash('490154203237518'));
    expect(seal.hash('490154203237518')).not.toBe(createSeal(OTHER_SECRET).hash('490154203237518'));
  });
});

describe('a secret', () => {
  /**
   * What a guess has to go through: the processor's time of one, next to that of a random secret.
   */
  const costOf = (secret: string): number => processorMs(() => createSeal(secret));

  it.each(['correct horse battery', 'tr0ub4dor&3-tr0ub4dor&3-tr0ub4dor&3'])(
    'that is short is stretched: %s',
    (phrase) => {
      expect(costOf(phrase)).toBeGreaterThan(5 * costOf(randomBytes(32).toString('base64')));
    },
  );
});

describe('the secret next to the store', () => {
  it('is never replaced when it is damaged: that would lose the cache without a word', async () => {
    const directory = await emptyDirectory();
    const file = join(directory, 'secret');
    await writeFile(file, '');
    await expect(loadOrCreateSecret(file)).rejects.toThrow(/Restore it/);
    await writeFile(file, '123456789012345');
    await expect(loadOrCreateSecret(file)).rejects.toThrow(StoreUnusable);
    await writeFile(file, 'of sixteen signs');
    expect(await loadOrCreateSecret(file)).toBe('of sixteen signs');
  });

  it('is not made over a file that cannot be read, or in a directory that cannot be made', async () => {
    const directory = await emptyDirectory();
    await expect(loadOrCreateSecret(directory)).rejects.toThrow('EISDIR');
    await expect(loadOrCreateSecret(directory)).rejects.toThrow(StoreUnusable);
    await writeFile(join(directory, 'file'), '');
    await expect(loadOrCreateSecret(join(directory, 'file', 'secret'))).rejects.toThrow(
      StoreUnusable,
    );
    expect(await readdir(directory)).toEqual(['file']);
  });
});
