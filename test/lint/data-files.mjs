import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

/** The keys that GitHub knows of a field of an issue form. */
const ATTRIBUTES = new Set([
  'label',
  'description',
  'placeholder',
  'value',
  'render',
  'multiple',
  'options',
]);

/** What is wrong with the YAML files and the issue forms, as `file: problem`. Biome reads JSON. */
export function dataFileProblems() {
  return committed('*.yml', '*.yaml').flatMap((file) => {
    const document = parseDocument(readFileSync(file, 'utf8'));
    const isForm = file.startsWith('.github/ISSUE_TEMPLATE/') && !file.endsWith('/config.yml');
    const problems = [...document.errors, ...document.warnings].map(({ message }) => message);
    if (isForm && problems.length === 0) problems.push(...formProblems(document.toJS()));
    return problems.map((problem) => `${file}: ${problem}`);
  });
}

/** What GitHub refuses in a form. A comma in braces cuts a label: its rest becomes a key. */
function formProblems({ name, description, body }) {
  const problems = [];
  if (typeof name !== 'string') problems.push('the form has no name');
  if (typeof description !== 'string') problems.push('the form has no description');
  for (const { type, id, attributes } of body) {
    const unknown = Object.keys(attributes).filter((key) => !ATTRIBUTES.has(key));
    problems.push(...unknown.map((key) => `GitHub does not know the attribute “${key}”`));
    if (type !== 'markdown' && typeof attributes.label !== 'string') {
      problems.push(`the field ${id} has no label`);
    }
  }
  return problems;
}

function committed(...patterns) {
  return execFileSync('git', ['ls-files', '-z', '--', ...patterns], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
}
