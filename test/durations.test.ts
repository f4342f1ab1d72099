import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNode, type Node, nodesIn, treeOf } from './support/syntax.ts';

const ROOT = new URL('../', import.meta.url);

/** Tells the time and is no `Clock`: one file alone makes a clock of it. */
const RAW =
  /\bDate\.now\b|\bperformance\.(?:now|timeOrigin)\b|\bprocess\.(?:uptime|hrtime)\b|\bnew Date\(\s*\)|\bperf_hooks\b/;
const MAKE_A_CLOCK: Readonly<Record<string, string>> = {
  'src/core/clock.ts': 'It is the clock.',
  'src/store/redis/permit-time.ts':
    'What all processes of a machine read alike, to the millisecond, so that Redis can tell a step.',
};

/**
 * Where the time of day is compared or taken away, how often, and why nothing else will do there. All else that is found
 * is a duration measured by a clock that may be set.
 */
const BY_TIME_OF_DAY: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'src/checks/outbox/breaker-memory.ts': [2, 'What an earlier life wrote down; the uptime is asked as well.'],
  'src/checks/lookup/cache.ts': [
    5,
    'An answer is kept across lives, by a time that the store forgets it at.',
  ],
  'src/checks/quota/counters.ts': [1, 'Which day it was, as people count.'],
  'src/checks/quota/trend.ts': [3, 'Figures of earlier lives, until a date in the calendar.'],
  'src/history/rows.ts': [6, 'What was asked in earlier lives.'],
  'src/checks/quota/key-history.ts': [2, 'Figures of earlier lives.'],
  'src/core/clock.ts': [1, 'What an earlier life wrote down; the uptime is asked as well.'],
  'src/adapters/discord/outbound/client.ts': [1, 'No duration: it is how a time of day is seen to be set.'],
  'src/checks/quota/spending.ts': [1, 'Which day it was, as people count.'],
  'src/format/reply/admin-alert.ts': [1, 'Shown.'],
  'src/format/imei/unanswered.ts': [1, 'Shown.'],
  'src/format/quota/key-status.ts': [1, 'Shown.'],
  'src/format/imei/list.ts': [1, 'Shown.'],
  'src/format/personal/recent.ts': [1, 'Shown.'],
  'src/format/imei/notes.ts': [1, 'Shown.'],
  'src/format/quota/picture.ts': [1, 'Drawn.'],
  'src/format/imei/suggestion.ts': [1, 'Shown.'],
  'src/format/quota/usage.ts': [1, 'Shown.'],
  'src/operate/doctor/key.ts': [3, 'Shown; a date in the calendar.'],
  'src/requests/dispatch.ts': [1, 'Counted; an earlier life, or another machine, may have accepted it.'],
  'src/requests/admins/undeliverable.ts': [1, 'Told in an earlier life, by a clock that was ahead.'],
  'src/store/copy.ts': [3, 'Until when a row is kept, which other lives have written.'],
  'src/store/sqlite/passes/dump.ts': [1, 'Until when an answer is kept, which other lives have written.'],
  'src/requests/states.ts': [
    2,
    'A request may have been accepted by an earlier life, or by another machine.',
  ],
  'src/requests/recovery/recovery.ts': [
    2,
    'A request may have been accepted by an earlier life, or by another machine.',
  ],
  'src/simulation/day.ts': [3, 'Nobody sets the clock of a simulated day.'],
  'src/simulation/memory-store.ts': [1, 'Nobody sets the clock of a simulated day.'],
  'src/simulation/service.ts': [2, 'Nobody sets the clock of a simulated day.'],
  'src/store/redis/store.ts': [
    1,
    'A row is given the moment at which it goes, and Redis is told in how long that is.',
  ],
};

/** `a` of `a`, of `one.a` and of `{ a: … }`. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? nameOf(node.property) : undefined;
}

/** Whether a call is one of an object's. */
function isOf({ callee }: Node, name: string): boolean {
  return isNode(callee) && nameOf(callee.object) === name;
}

/** What an expression's value may be, or is computed from without becoming a span. */
function sourcesOf(node: Node): unknown[] {
  const { type } = node;
  if (type === 'BinaryExpression') return '+-'.includes(String(node.operator)) ? [node.left, node.right] : [];
  if (type === 'LogicalExpression') return [node.left, node.right];
  if (type === 'ConditionalExpression') return [node.consequent, node.alternate];
  if (type === 'CallExpression') {
    return isOf(node, 'Math') && Array.isArray(node.arguments) ? node.arguments : [];
  }
  return [node.expression];
}

/** Whether a value is a time of day: straight from the clock, or by a name that was given one in this file. */
function isTimeOfDay(node: unknown, names: ReadonlySet<string>): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'now') return !isOf(node, 'performance');
  const name = nameOf(node);
  return name === undefined ? sourcesOf(node).some((one) => isTimeOfDay(one, names)) : names.has(name);
}

/** What is read from a clock that nobody sets. */
function isReading(node: unknown): boolean {
  if (!isNode(node)) return false;
  return ['elapsed', 'uptime'].includes(nameOf(node.callee) ?? '') || isOf(node, 'performance');
}

/** What a node gives a name to. */
function namedBy(node: Node): readonly [name: string | undefined, value: unknown] | undefined {
  if (node.type === 'VariableDeclarator') return [nameOf(node.id), node.init];
  if (node.type === 'AssignmentExpression') return [nameOf(node.left), node.right];
  if (node.type === 'Property') return [nameOf(node.key), node.value];
  return undefined;
}

const COMPARED = new Set(['-', '<', '<=', '>', '>=', '-=']);

/** The places of a file where a time of day is compared or taken away. */
function comparedIn(code: string): string[] {
  if (!/\bnow\b/.test(code)) return [];
  const nodes = [...nodesIn(treeOf(code))];
  const named = nodes.flatMap((node) => [namedBy(node) ?? []]);
  // By its name: a parameter may come from another file.
  const isAnotherClock = named.some(([name, value]) => name === 'now' && isReading(value));
  const names = new Set(isAnotherClock ? [] : ['now']);
  for (let known = -1; known < names.size; ) {
    known = names.size;
    for (const [name, value] of named) {
      if (name !== undefined && isTimeOfDay(value, names)) names.add(name);
    }
  }
  return nodes
    .filter(
      ({ type, operator }) =>
        /^(?:Binary|Assignment)Expression$/.test(type) && COMPARED.has(String(operator)),
    )
    .filter(({ left, right }) => isTimeOfDay(left, names) || isTimeOfDay(right, names))
    .map(({ start, end }) => code.slice(start, end));
}

const files = ['src/', 'commands/'].flatMap((directory) =>
  readdirSync(new URL(directory, ROOT), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => posix.relative(ROOT.pathname, posix.join(entry.parentPath, entry.name))),
);
const codeOf = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

describe('a duration', () => {
  it('is measured by what nobody sets', () => {
    const found = files.map((file) => [file, comparedIn(codeOf(file))] as const);
    const isExpected = ([file, { length }]: (typeof found)[number]): boolean =>
      length === (BY_TIME_OF_DAY[file]?.[0] ?? 0);
    expect(Object.fromEntries(found.filter((one) => !isExpected(one)))).toEqual({});
  });

  it('is measured by a clock that is handed in, or by the one that all share', () => {
    const others = files.filter((file) => MAKE_A_CLOCK[file] === undefined);
    expect(others.filter((file) => RAW.test(codeOf(file)))).toEqual([]);
  });

  it('has no exception for what is not there', () => {
    const excepted = [...Object.keys(BY_TIME_OF_DAY), ...Object.keys(MAKE_A_CLOCK)];
    expect(excepted.filter((file) => !files.includes(file))).toEqual([]);
  });

  it.each([
    'if (clock.now() - since > 5) tell();',
    'while (needs.clock.now() < until) await nap();',
    'const until = clock.now() + 5; const left = until - 3;',
    'freeAt = Math.max(clock.now(), freeAt) + 5; const pause = freeAt - other;',
    'const known = { at: clock.now() }; return ms - known.at;',
    'const old = (now: number) => now - since > 5;',
    'let left = 5; const { now } = clock; left -= now();',
    'const at = (known ?? clock.now()) as number; return at! <= since;',
  ])('by the time of day would be found: %s', (code) => {
    expect(comparedIn(`async () => { ${code} };`)).not.toEqual([]);
  });

  it.each([
    'if (clock.elapsed() - since > 5) tell();',
    'const now = clock.uptime(); return now - since;',
    'await rows.put(id, text, { expiresAt: clock.now() + KEPT_MS });',
    'const sentAt = clock.now(); return { sentAt };',
  ])('by another clock would not be, nor a date: %s', (code) => {
    expect(comparedIn(`async () => { ${code} };`)).toEqual([]);
  });
});
