import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { emptyDirectory } from '../support/empty-directory.ts';

const GITHUB = new URL('../../.github/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, GITHUB), 'utf8');

const execute = promisify(execFile);

const manifest = z.object({ version: z.string() });
const { version } = manifest.parse(JSON.parse(read('../package.json')));

describe('a release', () => {
  const run = async (...args: readonly string[]): Promise<string> => {
    const script = fileURLToPath(new URL('release.mjs', GITHUB));
    return (await execute(process.execPath, [script, ...args])).stdout.trim();
  };

  it('takes its notes from the section of its version, which is that of package.json', async () => {
    const notes = await run('notes', 'v0.1.0');
    expect(notes).toMatch(/^\S/);
    expect(notes).not.toMatch(/^## /m);
    await expect(run('notes', 'v99.0.0')).rejects.toThrow('CHANGELOG.md says nothing of 99.0.0');
    await expect(run('check', 'v99.0.0')).rejects.toThrow(`package.json says ${version}`);
  });

  it('needs the day of the version in CHANGELOG.md', async () => {
    const project = await emptyDirectory();
    const script = join(project, '.github/release.mjs');
    await mkdir(join(project, '.github'));
    await cp(new URL('release.mjs', GITHUB), script);
    await writeFile(join(project, 'package.json'), '{ "version": "1.2.3" }');
    const check = async (heading: string): Promise<string> => {
      await writeFile(join(project, 'CHANGELOG.md'), `# Changelog\n\n## ${heading}\n\n- New\n`);
      return (await execute(process.execPath, [script, 'check', 'v1.2.3'])).stdout.trim();
    };

    await expect(check('[1.2.3] - not released yet')).rejects.toThrow(
      'CHANGELOG.md does not say on which day it is released: ## [1.2.3] - not released yet',
    );
    expect(await check('[1.2.3] - 2026-01-31')).toBe(
      'v1.2.3 is what package.json and CHANGELOG.md say',
    );
  });

  it('is published as latest, and before it is one, as next', async () => {
    expect(await run('channel', 'v1.2.3')).toBe('latest');
    expect(await run('channel', 'v1.2.3-rc.1')).toBe('next');
  });
});

describe('the check of the subjects of commits', () => {
  const workflow = z.object({
    jobs: z.object({
      commits: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }),
    }),
  });
  const { jobs } = workflow.parse(parse(read('workflows/ci.yml')));
  const script = jobs.commits.steps.map(({ run }) => run ?? '').join('');

  it('accepts good subjects, and refuses wrong ones, long ones and an unknown base', async () => {
    const repository = await emptyDirectory();
    const git = async (...args: readonly string[]): Promise<string> => {
      const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
      const { stdout } = await execute('git', ['-C', repository, ...person, ...args]);
      return stdout.trim();
    };
    const commit = async (subject: string): Promise<string> => {
      await git('commit', '--quiet', '--allow-empty', '--message', subject);
      return git('rev-parse', 'HEAD');
    };
    // As GitHub runs a step that names no shell.
    const check = (base: string, head: string) =>
      execute('bash', ['-e', '-c', script], {
        cwd: repository,
        env: { ...process.env, BASE: base, HEAD: head },
      });

    await git('init', '--quiet');
    const base = await commit('The beginning');
    const good = await commit('feat(bot): answer');
    const wrong = await commit('Answer faster');
    const long = await commit(`fix: ${'a'.repeat(68)}`);
    await check(good, good);
    await check(base, good);
    await expect(check(good, wrong)).rejects.toMatchObject({ code: 1 });
    await expect(check(wrong, long)).rejects.toMatchObject({ code: 1 });
    await expect(check('0'.repeat(39).concat('1'), good)).rejects.toThrow();
  });
});
