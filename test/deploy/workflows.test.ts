import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const GITHUB = new URL('../../.github/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, GITHUB), 'utf8');

const manifest = z.object({ version: z.string() });
const { version } = manifest.parse(JSON.parse(read('../package.json')));

describe('a release', () => {
  const run = async (...args: readonly string[]): Promise<string> => {
    const script = fileURLToPath(new URL('release.mjs', GITHUB));
    return (await promisify(execFile)(process.execPath, [script, ...args])).stdout.trim();
  };

  it('takes its notes from the section of its version, which is that of package.json', async () => {
    const notes = await run('notes', 'v0.1.0');
    expect(notes).toMatch(/^\S/);
    expect(notes).not.toMatch(/^## /m);
    await expect(run('notes', 'v99.0.0')).rejects.toThrow('CHANGELOG.md says nothing of 99.0.0');
    await expect(run('check', 'v99.0.0')).rejects.toThrow(`package.json says ${version}`);
  });

  it('is published as latest, and before it is one, as next', async () => {
    expect(await run('channel', 'v1.2.3')).toBe('latest');
    expect(await run('channel', 'v1.2.3-rc.1')).toBe('next');
  });
});
