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

const CONTEXT = 'requests 1';

describe('a seal', () => {
  const seal = createSeal(SECRET);

  it('decrypts what it has encrypted, which shows nothing of the text', () => {
    const sealed = seal.encrypt('IMEI 490154203237518 – Nokia', CONTEXT);
    expect(sealed).not.toContain('490154203237518');
    expect(seal.decrypt(sealed, CONTEXT)).toBe('IMEI 490154203237518 – Nokia');
    expect(seal.encrypt('same', CONTEXT)).not.toBe(seal.encrypt('same', CONTEXT));
  });

  it('does not decrypt what was sealed with another secret, changed or cut', () => {
    const sealed = seal.encrypt('text', CONTEXT);
    expect(createSeal(OTHER_SECRET).decrypt(sealed, CONTEXT)).toBeUndefined();
    expect(seal.decrypt(`${sealed.slice(0, -4)}AAA=`, CONTEXT)).toBeUndefined();
    expect(seal.decrypt(sealed.slice(0, 10), CONTEXT)).toBeUndefined();
    expect(seal.decrypt('', CONTEXT)).toBeUndefined();
  });

  it('does not decrypt a text in another context than its own', () => {
    const sealed = seal.encrypt('text', CONTEXT);
    expect(seal.decrypt(sealed, 'requests 2')).toBeUndefined();
    expect(seal.decrypt(sealed, 'history 1')).toBeUndefined();
  });

  it('makes the same hash of the same name, which depends on the secret', () => {
    expect(seal.hash('490154203237518')).toBe(seal.hash('490154203237518'));
    expect(seal.hash('490154203237518')).not.toBe(createSeal(OTHER_SECRET).hash('490154203237518'));
  });
});

describe('a secret', () => {
  /**
   * The time of the processor that one guess costs.
   */
  const costOf = (secret: string): number => processorMs(() => createSeal(secret));

  it.each(['correct horse battery', 'tr0ub4dor&3-tr0ub4dor&3-tr0ub4dor&3'])(
    'is stretched if it is short: %s',
    (phrase) => {
      expect(costOf(phrase)).toBeGreaterThan(5 * costOf(randomBytes(32).toString('base64')));
    },
  );
});

describe('the secret next to the store', () => {
  it('is never replaced if it is damaged: that would lose the cache silently', async () => {
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
