import { changesOf, type Equivalent } from './score.ts';

/** Those in what keeps the promises about money. */
export const CHECKS: readonly Equivalent[] = [
  ...changesOf(
    'src/checks/quota/allowance.ts',
    'if (limits.length === 0) return { day, accounts: [], storeless: false };',
    'where nothing is counted nothing is given back, in whichever way',
    ['["Stryker was here"]', 'true'],
  ),
  ...changesOf(
    'src/checks/quota/allowance.ts',
    'else if (accounts.length > 0 && (await rows.delete(seal.hash(nameOf(purchase)))))',
    'where nothing was counted there is no receipt',
    ['true', 'accounts.length >= 0'],
  ),
  ...changesOf(
    'src/checks/quota/allowance.ts',
    'reserve?.settle({ spent: false });',
    'what is not said to be spent is not',
    ['{}'],
  ),
  ...changesOf(
    'src/checks/quota/allowance.ts',
    'if (account === IN_ALL) warn(used, day);',
    'nobody has taken more than all together, and each is told once a day',
    ['true'],
  ),
  ...changesOf(
    'src/checks/quota/allowance.ts',
    "const raised = { 80: '', 100: '' };",
    'what was never raised was raised on no day',
    ['{}'],
  ),
  ...changesOf('src/checks/quota/key-history.ts', 'formerRealms = []', 'no service is called so', [
    '["Stryker was here"]',
  ]),
  ...changesOf(
    'src/checks/quota/key-status.ts',
    'const listeners: KeyStatusListener[] = [];',
    'what has no functions of a listener hears nothing',
    ['["Stryker was here"]'],
  ),
  ...changesOf(
    'src/checks/quota/key-watch.ts',
    "if (typeof value === 'number' && value > (known[period] ?? 0))",
    'what is no number is not more than one',
    ['true'],
  ),
  ...changesOf(
    'src/checks/quota/key-watch.ts',
    "if (typeof left === 'number' && total !== undefined) {",
    'what is no number is not less than a part of one',
    ['true', "typeof left === 'number' || total !== undefined"],
  ),
  ...changesOf(
    'src/checks/quota/key-watch.ts',
    'const end = date === undefined ? Number.NaN :',
    'a text that is no date has no time',
    ['false'],
  ),
  ...changesOf(
    'src/checks/quota/key-watch.ts',
    'if (date === undefined || Number.isNaN(end)) return undefined;',
    'a time that is none lies within no number of days',
    ['false', 'date === undefined && Number.isNaN(end)'],
  ),
  ...changesOf(
    'src/checks/quota/trend.ts',
    'if (before !== undefined && isNear && point.left',
    'nothing is near to a point that has none before it',
    ['true'],
  ),
  ...changesOf(
    'src/checks/quota/trend.ts',
    'stretches.at(-1)?.push(point);',
    'a point before this one has begun a stretch',
    ['stretches.at(-1).push'],
  ),
  ...changesOf(
    'src/checks/quota/trend.ts',
    'for (let index = stretch.length - 1; index > 0',
    'where there are no two points nothing is added',
    ['stretch.length + 1', 'index >= 0'],
  ),
  ...changesOf(
    'src/checks/quota/trend.ts',
    'if (before === undefined || after === undefined) continue;',
    'within a stretch there are two points',
    ['false', 'before === undefined && after === undefined'],
  ),
  ...changesOf(
    'src/checks/quota/trend.ts',
    'const start = date === undefined ? Number.NaN :',
    'a text that is no date has no time',
    ['false'],
  ),
  ...changesOf(
    'src/checks/lookup/check-attempt.ts',
    'const wanted = { imeiHash: own, seen: attempt.seen };',
    'whoever takes the claim next is told of the failure there',
    ['{}'],
  ),
  ...changesOf(
    'src/checks/lookup/check-attempt.ts',
    'if (known !== undefined) return known;',
    'it is looked up once more when the turn comes; this only spares the way there',
    ['false'],
  ),
  ...changesOf(
    'src/checks/lookup/check-attempt.ts',
    'let isClaimed = false;',
    'nobody gives back a claim that another has',
    ['true'],
  ),
  ...changesOf(
    'src/checks/lookup/check-attempt.ts',
    'if (isClaimed) await claims?.release(claim',
    'nobody gives back a claim that another has',
    ['true'],
  ),
  ...changesOf(
    'src/checks/lookup/checker.ts',
    'finally(() => aims.delete(key))',
    'the next flight of the key writes its own',
    ['() => undefined'],
  ),
  ...changesOf(
    'src/checks/lookup/checker.ts',
    'error instanceof ServiceFailure &&',
    'nothing else has a price',
    ['true'],
  ),
  ...changesOf(
    'src/checks/lookup/checker.ts',
    '(error.refusesAll || breaker.state().open)',
    'such a failure has opened the breaker',
    ['error.refusesAll && breaker.state().open'],
  ),
];
