import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { explainStart } from '../../src/bot/start-error.ts';
import { readEnvironment } from '../../src/config/environment.ts';

let file: string;

beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-environment-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  file = join(directory, '.env');
});

const variables = () => readEnvironment(file, {});

/** What the operator reads, with the exit code. */
function problem(): string {
  try {
    variables();
  } catch (error) {
    const explained = explainStart(error);
    return `${explained?.exitCode} ${explained?.lines.join().replaceAll(file, '.env')}`;
  }
  throw new Error('it was read');
}

describe('the file of settings', () => {
  it('need not be there', () => {
    expect(variables()).toEqual({});
  });

  it('gives way to the environment', async () => {
    await writeFile(file, 'BATCH_MAX=5\nLANGUAGE=de\n');
    expect(readEnvironment(file, { BATCH_MAX: '7' })).toEqual({ BATCH_MAX: '7', LANGUAGE: 'de' });
  });

  it('may begin with a mark of its encoding, which is no part of the first name', async () => {
    await writeFile(file, '\uFEFFBATCH_MAX=5\n');
    expect(variables()).toEqual({ BATCH_MAX: '5' });
  });

  it('may be a device that holds nothing, as where it is masked in a container', async () => {
    await symlink('/dev/null', file);
    expect(variables()).toEqual({});
  });
});

describe('a file of settings that cannot be taken ends the start with 78 and a sentence', () => {
  it('where it is a directory', async () => {
    await mkdir(file);
    expect(problem()).toMatch(/^78 \.env cannot be read \(EISDIR\)\. It is a directory/);
  });

  it.each([
    ['bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0x01, 0xff])],
    ['UTF-16, as some shells write', Buffer.from('\uFEFFBATCH_MAX=5\n', 'utf16le')],
    ['another encoding than UTF-8', Buffer.from('# f\xFCr uns\nBATCH_MAX=5\n', 'latin1')],
    ['zeros between letters', Buffer.from('BATCH_MAX=5\n', 'utf16le')],
  ])('where it holds %s', async (_, content) => {
    await writeFile(file, content);
    expect(problem()).toMatch(/^78 \.env is not a text in UTF-8/);
  });
});
