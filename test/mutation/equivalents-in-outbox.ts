import { changesOf, type Equivalent } from './score.ts';

/** Those in what leaves, and in what is written down of it. */
export const OUTBOX: readonly Equivalent[] = [
  ...changesOf(
    'src/checks/outbox/breaker-memory.ts',
    'asked += 1;',
    'all that is asked of two counts is whether they are the same',
    ['asked -= 1'],
  ),
  ...changesOf(
    'src/checks/outbox/breaker.ts',
    'openings += 1;',
    'all that is asked of two counts is whether they are the same',
    ['openings -= 1'],
  ),
  ...changesOf(
    'src/checks/outbox/breaker-memory.ts',
    'const remembered = text === undefined ? undefined : opened(text, needs);',
    'what is not there cannot be read either',
    ['false'],
  ),
  ...changesOf(
    'src/checks/outbox/breaker.ts',
    'if (known === undefined) close({ isNews: false });',
    'what is not said to be news is none',
    ['{}'],
  ),
  ...changesOf(
    'src/checks/outbox/breaker.ts',
    'const fine = await needs.probe(stopped.signal).catch(() => false);',
    'nothing is no yes either',
    ['() => undefined'],
  ),
  ...changesOf(
    'src/checks/outbox/ledger-row.ts',
    'if (imeiHash === undefined) return;',
    'nobody asks for what is of no IMEI',
    ['false'],
  ),
  ...changesOf(
    'src/checks/outbox/ledger-row.ts',
    'new Set([row.requestId, ...(row.sharedBy ?? [])])',
    'no request is called so',
    ['["Stryker was here"]'],
  ),
  ...changesOf(
    'src/checks/outbox/ledger-past.ts',
    'return ledgerId === undefined ? undefined : rows.sent.get(ledgerId);',
    'nothing stands under no name',
    ['false'],
  ),
  ...changesOf(
    'src/checks/outbox/ledger-row.ts',
    'return text === undefined ? undefined : rowSchema.safeParse(jsonIn(text)).data;',
    'what is not there cannot be parsed either',
    ['false'],
  ),
  ...changesOf(
    'src/checks/outbox/ledger.ts',
    '...(sharedBy === undefined ? {} : { sharedBy }),',
    'undefined is not written down',
    ['false'],
  ),
  ...changesOf(
    'src/checks/outbox/outbox.ts',
    'if (signal.aborted || !hurry?.aborted) throw error;',
    'the wait ends early by one of the two signals alone',
    ['hurry.aborted'],
  ),
  ...changesOf('src/checks/lookup/cache.ts', 'formerRealms = []', 'no service is called so', [
    '["Stryker was here"]',
  ]),
  ...changesOf(
    'src/checks/lookup/cache.ts',
    'if (text === undefined) return undefined;',
    'what is not there cannot be parsed either',
    ['false'],
  ),
  ...changesOf(
    'src/checks/lookup/cache.ts',
    '} catch {',
    'without it the function ends with nothing as well',
    ['{}'],
  ),
  ...changesOf(
    'src/checks/lookup/claims.ts',
    "if (await own.insert(key)) return 'taken';",
    'who finds it to be their own has taken it',
    ['false'],
  ),
];
