import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['src', 'commands', 'test'];
/** The formatter breaks code at this width, but no comment. */
const MAX_COLUMNS = 100;
/** A line of a comment, or one that ends with a comment. Addresses cannot be broken. */
const COMMENT = /^\s*(?:\/\/|\/?\*)|\S\s+\/\/ /;
const HAS_URL = /https?:\/\//;
/** A literal that is spread puts several properties or elements on one line. */
const SPREAD_LITERAL = /\.\.\.(?:\{|\[[^[\]]*\](?=[,)\]}]))/;

/** What is wrong with the way the code is written, as `file:line: problem`. */
export function codeProblems() {
  const files = FOLDERS.flatMap(filesBelow);
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      problemsOf(line).map((problem) => `${file}:${index + 1}: ${problem}`),
    );
  });
}

function problemsOf(line) {
  const problems = [];
  if (line.length > MAX_COLUMNS && COMMENT.test(line) && !HAS_URL.test(line))
    problems.push(`a comment has at most ${MAX_COLUMNS} columns; this line has ${line.length}`);
  if (SPREAD_LITERAL.test(line))
    problems.push('write each property or element by itself instead of spreading a literal');
  return problems;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path));
}
