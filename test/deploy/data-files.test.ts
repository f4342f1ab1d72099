import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const ROOT = new URL('../../', import.meta.url);

/** Those that GitHub knows. */
const ATTRIBUTES = [
  'label',
  'description',
  'placeholder',
  'value',
  'render',
  'multiple',
  'options',
];

function committed(...patterns: readonly string[]): readonly string[] {
  const options = { cwd: fileURLToPath(ROOT), encoding: 'utf8' } as const;
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', args, options)
    .split('\n')
    .filter((path) => path !== '');
}

function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

it.each(committed('*.yml', '*.yaml'))('is YAML that every parser accepts: %s', (path) => {
  const { errors, warnings } = parseDocument(textOf(path));
  expect([...errors, ...warnings].map(({ message }) => message)).toEqual([]);
});

it.each(committed('.github/ISSUE_TEMPLATE/[bi]*.yml'))(
  'is a form with which somebody can open an issue: %s',
  (path) => {
    const form = parseDocument(textOf(path)).toJS();
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    for (const { type, id, attributes } of form.body) {
      if (type === 'markdown') continue;
      expect([type, id]).toEqual([
        expect.stringMatching(/^(textarea|input|dropdown)$/),
        expect.any(String),
      ]);
      expect(attributes.label).toEqual(expect.any(String));
      // A comma in braces cuts a label, and the rest of it becomes keys that GitHub refuses.
      for (const key of Object.keys(attributes)) expect(ATTRIBUTES).toContain(key);
    }
  },
);
