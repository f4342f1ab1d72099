import { execFile, spawn } from 'node:child_process';
import { mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
const makePipe = () => promisify(execFile)('mkfifo', [file]);

/** What the operator is told, with the exit code. */
function told(): string {
  try {
    variables();
  } catch (error) {
    const problem = explainStart(error);
    return `${problem?.exitCode} ${problem?.lines.join().replaceAll(file, '.env')}`;
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

  it('may be a pipe into which a keeper of secrets writes', async () => {
    await makePipe();
    // The shell waits in the opening until somebody reads.
    spawn('sh', ['-c', `printf 'BATCH_MAX=5\\n' > "$0"`, file]);
    expect(variables()).toEqual({ BATCH_MAX: '5' });
  });
});

describe('a file of settings that cannot be taken ends the start with 78 and a sentence', () => {
  it('where it is a pipe that nobody has open', async () => {
    await makePipe();
    expect(told()).toMatch(/^78 \.env is a pipe, and nobody wrote into it/);
  });

  it('where it is a pipe that is held open in silence', async () => {
    await makePipe();
    const silent = await open(file, 'r+');
    onTestFinished(() => silent.close());
    expect(told()).toMatch(/^78 \.env is a pipe, and nobody wrote into it/);
  });

  it('where it has no end', async () => {
    await symlink('/dev/zero', file);
    expect(told()).toMatch(/^78 \.env is larger than 1 MB/);
  });

  it.each([
    ['bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0x01, 0xff])],
    ['UTF-16, as some shells write', Buffer.from('\uFEFFBATCH_MAX=5\n', 'utf16le')],
    ['another encoding than UTF-8', Buffer.from('# f\xFCr uns\nBATCH_MAX=5\n', 'latin1')],
    ['zeros between letters', Buffer.from('BATCH_MAX=5\n', 'utf16le')],
  ])('where it holds %s', async (_, content) => {
    await writeFile(file, content);
    expect(told()).toMatch(/^78 \.env is not a text in UTF-8/);
  });
});
