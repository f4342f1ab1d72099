import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readEnvironment } from '../../src/config/environment.ts';
import { emptyDirectory } from '../support/process/process-main.ts';

let file: string;

beforeEach(async () => {
  file = join(await emptyDirectory(), '.env');
});

it('the file of settings may be missing, empty or begin with a mark, and gives way to the environment', async () => {
  expect(readEnvironment(file, {})).toEqual({});
  await writeFile(file, '\uFEFFBATCH_MAX=5\nLANGUAGE=de\n');
  expect(readEnvironment(file, { BATCH_MAX: '7' })).toEqual({ BATCH_MAX: '7', LANGUAGE: 'de' });
  await rm(file);
  await symlink('/dev/null', file);
  expect(readEnvironment(file, {})).toEqual({});
});

it.each([
  ['UTF-16, as some shells write', Buffer.from('\uFEFFBATCH_MAX=5\n', 'utf16le')],
  ['Latin-1', Buffer.from('# f\xFCr uns\nBATCH_MAX=5\n', 'latin1')],
])('a file of settings in %s is refused with what to do', async (_, content) => {
  await writeFile(file, content);
  expect(() => readEnvironment(file, {})).toThrow(/\.env cannot be read \(.*a text in UTF-8/);
});

it.runIf(/^20\./.test(process.versions.node))(
  'a line that takes the next setting is refused',
  async () => {
    await writeFile(file, '  # ours\n \nfor friends\nALLOWED=telegram:user:1\n');
    expect(() => readEnvironment(file, {})).toThrow(/line 3: write NAME=value/);
  },
);

it('a directory in its place is refused with why Docker makes one', async () => {
  await mkdir(file);
  expect(() => readEnvironment(file, {})).toThrow(
    /\.env cannot be read \(EISDIR\)\. It is a directory/,
  );
});
