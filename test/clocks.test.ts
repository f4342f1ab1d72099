import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);

/** A moment that stands in a test: what is right beside it today is wrong on some other day. */
const FIXED = [
  /\bDate\.(?:UTC|parse)\(/,
  /\bnew Date\(\s*(?:['"`]\d|\d{4}\s*,)/,
  /\b1_?[678]\d{2}_?\d{3}_?\d{3}_?\d{3}\b/,
  /['"`]20\d\d-\d\d-\d\d(?:T[\d:.]+Z?)?['"`]/,
];
/** The clock of the machine. */
const REAL = [/\bsystemClock\b/, /\bDate\.now\(/, /\bnew Date\(\s*\)/];

/** Helpers whose clock is the machine's where the call does not hand in another. */
const REAL_UNLESS_GIVEN = /\b(?:startChecking|stageTelegram|scaledClock|createSkippingClock)\(/g;

function filesIn(directory: string): string[] {
  return readdirSync(new URL(directory, ROOT), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => posix.relative(ROOT.pathname, posix.join(entry.parentPath, entry.name)))
    .filter((file) => file !== 'test/clocks.test.ts');
}

/** Without what stands in comments. */
function codeOf(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** The names a helper exports that stand for a fixed moment, such as `NOW`. */
function fixedNamesOf(file: string): string[] {
  return [...codeOf(file).matchAll(/^export const (\w+)[^=]*= ([^;]*);/gm)].flatMap(
    ([, name = '', value = '']) => (FIXED.some((pattern) => pattern.test(value)) ? [name] : []),
  );
}

const hits = (patterns: readonly RegExp[], code: string): string[] =>
  patterns.flatMap((pattern) => pattern.exec(code)?.[0] ?? []);

const files = filesIn('test/');
const fixedNames = files.filter((file) => file.startsWith('test/support/')).flatMap(fixedNamesOf);

/** The calls that take the clock of the machine, since none is handed in. */
function realByDefault(code: string): string[] {
  return [...code.matchAll(REAL_UNLESS_GIVEN)].flatMap(({ 0: call, index }) => {
    const isDeclared = /function\s+$/.test(code.slice(0, index));
    return isDeclared || /\bclock\b/.test(argumentsAt(code, index + call.length)) ? [] : [call];
  });
}

/** What stands between the parentheses of a call. */
function argumentsAt(code: string, start: number): string {
  let open = 1;
  let end = start;
  for (; open > 0 && end < code.length; end += 1) {
    if (code[end] === '(') open += 1;
    if (code[end] === ')') open -= 1;
  }
  return code.slice(start, end);
}

/** What a file names of both clocks. */
function clocksOf(code: string): { readonly fixed: string[]; readonly real: string[] } {
  const named = fixedNames.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return { fixed: [...hits(FIXED, code), ...named], real: [...hits(REAL, code), ...realByDefault(code)] };
}

describe('a fixed date', () => {
  it('is known where a helper exports it', () => {
    expect(fixedNames).toContain('NOW');
  });

  it.each(files)('is not beside the clock of the machine: %s', (file) => {
    const { fixed, real } = clocksOf(codeOf(file));
    expect(fixed.length > 0 && real.length > 0 ? { fixed, real } : undefined).toBeUndefined();
  });

  it.each([
    ["const now = Date.UTC(2026, 10, 21); createSqliteStore('sqlite://:memory:', systemClock);"],
    ["const now = Date.parse('2026-11-21'); const store = await openStore(url, secret, systemClock);"],
    ['const now = 1_795_219_200_000; start({ expiresAt: Date.now() + 1 });'],
    ['const clock = { ...systemClock, now: () => NOW };'],
    ['startChecking({}); check({ now: Date.UTC(2026, 1) });'],
  ])('would be found: %s', (code) => {
    const { fixed, real } = clocksOf(code);
    expect(fixed).not.toEqual([]);
    expect(real).not.toEqual([]);
  });
});
