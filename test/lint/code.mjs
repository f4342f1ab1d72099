import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = ['src', 'commands'];
const FOLDERS = [...PROGRAM, 'test'];
/** The formatter breaks code at this width, but no comment. */
const MAX_COLUMNS = 100;
/** A line of a comment, or one that ends with a comment. Addresses cannot be broken. */
const COMMENT = /^\s*(?:\/\/|\/?\*)|\S\s+\/\/ /;
const HAS_URL = /https?:\/\//;
/** A tag behind other text of a docstring, which editors do not read as a tag. */
const TAG_IN_TEXT = /^\s*\/?\*.*[^\s*/].* @throws /;
/** A literal that is spread puts several properties or elements on one line. */
const SPREAD_LITERAL = /\.\.\.(?:\{|\[[^[\]]*\](?=[,)\]}]))/;

/** The whole head of a statement whose body is on the next line, or where such a head begins. */
const HEAD = /^\s*(?:\} )?(?:else )?(?:(?:if|for|for await|while) \(.*\)|else)$/;
const HEAD_BEGINS = /^\s*(?:\} )?(?:else )?(?:if|for|for await|while) \($/;

const DOCSTRING = /^[ \t]*\/\*\*[\s\S]*?\*\//gm;
/**
 * A sentence or clause of a docstring such as “Rejects with X” or “; throws X”. One that names what
 * rejects is none: “the next statement rejects”.
 */
const ERROR_IN_PROSE = [
  String.raw`(?:\/\*\*|[-.:;,]|@returns)[\s*]+(?:(?:always|and|it|or)[\s*]+)?`,
  String.raw`(?:rejects[\s*]+(?:as|if|like|once|unless|when|with)|throws)\b`,
].join('');

/** What is wrong with the way the code is written, as `file:line: problem`. */
export function codeProblems() {
  const files = FOLDERS.flatMap(filesBelow);
  return [...files.flatMap(lineProblems), ...PROGRAM.flatMap(filesBelow).flatMap(errorsInProse)];
}

function lineProblems(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const problems = problemsOf(line);
    if (isBareHead(lines, index)) problems.push('write braces around a body on its own line');
    return problems.map((problem) => `${file}:${index + 1}: ${problem}`);
  });
}

/** The docstrings that say what a function throws, or rejects with, outside of `@throws`. */
function errorsInProse(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(DOCSTRING)].flatMap(({ 0: docstring, index }) =>
    [...docstring.matchAll(new RegExp(ERROR_IN_PROSE, 'gi'))].map((found) => {
      const line = text.slice(0, index + found.index + found[0].length).split('\n').length;
      return `${file}:${line}: write “@throws NameOfTheError if …”, also for a promise that rejects`;
    }),
  );
}

/** Whether a line ends the head of an `if`, an `else` or a loop whose body has no braces. */
function isBareHead(lines, index) {
  const line = lines[index];
  const isIndented = indentOf(lines[index + 1] ?? '') > indentOf(line);
  if (!isIndented || line.trim() !== ')') return isIndented && HEAD.test(line);
  const beginning = lines
    .slice(0, index)
    .findLast((earlier) => indentOf(earlier) === indentOf(line));
  return HEAD_BEGINS.test(beginning ?? '');
}

function indentOf(line) {
  return line.search(/\S|$/);
}

function problemsOf(line) {
  const problems = [];
  if (TAG_IN_TEXT.test(line)) problems.push('begin a line with `@throws`: elsewhere it is no tag');
  if (line.length > MAX_COLUMNS && COMMENT.test(line) && !HAS_URL.test(line)) {
    problems.push(`a comment has at most ${MAX_COLUMNS} columns; this line has ${line.length}`);
  }
  if (SPREAD_LITERAL.test(line)) {
    problems.push('write each property or element by itself instead of spreading a literal');
  }
  return problems;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path));
}
