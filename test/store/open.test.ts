import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { emptyDirectory } from '../support/process/process-main.ts';

const SECRET = '0123456789abcdef'.repeat(4);
const PLACE = { collection: 'rows', id: 'a' };

const newUrl = async () => `sqlite://${join(await emptyDirectory(), 'bot.sqlite')}`;

async function open(url: string, secret?: string) {
  const opened = await openStore(url, secret, systemClock);
  onTestFinished(() => opened.close());
  return opened;
}

describe('the store of an installation', () => {
  it('has its secret and its mark beside its file, and the same ones ever after', async () => {
    const url = await newUrl();
    const file = url.slice('sqlite://'.length);
    const first = await openStore(url, undefined, systemClock);
    await first.markFile?.write('a word');
    const sealed = first.seal.close('text', PLACE);
    await first.close();
    expect(createSeal((await readFile(`${file}.secret`, 'utf8')).trim()).open(sealed, PLACE)).toBe('text');
    expect(await readFile(`${file}.mark`, 'utf8')).toBe('a word');
    const next = await open(url);
    expect(next.seal.open(sealed, PLACE)).toBe('text');
    expect(await next.markFile?.read()).toBe('a word');
  });

  it('makes no secret where one is given', async () => {
    const url = await newUrl();
    const { seal } = await open(url, SECRET);
    expect(seal.hash('name')).toBe(createSeal(SECRET).hash('name'));
    await expect(readFile(`${url.slice('sqlite://'.length)}.secret`)).rejects.toThrow('ENOENT');
  });

  it('in memory has a secret that nobody else has, and no file', async () => {
    const [one, other] = [await open('sqlite://:memory:'), await open('sqlite://:memory:')];
    expect(one.seal.hash('name')).not.toBe(other.seal.hash('name'));
    expect(one.markFile).toBeUndefined();
  });

  it('is let go of where its secret cannot be read', async () => {
    const url = await newUrl();
    await writeFile(`${url.slice('sqlite://'.length)}.secret`, 'short');
    await expect(open(url)).rejects.toThrow('Restore it, or delete it');
    await (await open(url, SECRET)).store.probe();
  });
});
