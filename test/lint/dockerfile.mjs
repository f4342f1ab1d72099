import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';

/** What is wrong with the Dockerfile, as `Dockerfile: problem`. */
export function dockerfileProblems() {
  const text = readFileSync('Dockerfile', 'utf8');
  const problems = validate(text).map(
    ({ range, message }) => `line ${range.start.line + 1}: ${message}`,
  );
  if (!/^USER node$/m.test(text)) problems.push('run the bot as an ordinary user: `USER node`');
  return problems.map((problem) => `Dockerfile: ${problem}`);
}
