import { changesOf, type Equivalent } from './score.ts';

const AS_WELL = 'without it the function ends with nothing as well';
const AT_THE_BEGINNING = 'the first one stands at the beginning';
const NOTHING_WRITTEN = 'a list of no changes changes nothing';

/** Options of a sleep, in all files that give them. */
const SLEEPS: readonly (readonly [file: string, line: string])[] = [
  ['src/store/health.ts', 'await clock.sleep(pauseMs, signal, { ref: false })'],
  ['src/store/cluster/election.ts', 'await clock.sleep(turns.everyMs, stopped, { ref: false })'],
  ['src/store/cluster/members.ts', 'await clock.sleep(everyMs, stopped.signal, { ref: false })'],
  ['src/checks/outbox/ledger-mark.ts', 'await clock.sleep(leftMs, stopped.signal, { ref: false });'],
];

/** Those in what keeps the rows. */
export const STORE: readonly Equivalent[] = [
  ...SLEEPS.flatMap(([file, line]) =>
    changesOf(file, line, 'what is not said to keep the process alive does not', ['{}']),
  ),
  ...changesOf(
    'src/store/sqlite/connection.ts',
    "if (file === ':memory:') return undefined;",
    'there is no file of this name either',
    ['false'],
  ),
  ...changesOf('src/store/sqlite/connection.ts', '} catch {', AS_WELL, ['{}']),
  ...changesOf(
    'src/store/sqlite/database.ts',
    'return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));',
    'each code begins so',
    ['/SQLITE_(BUSY|LOCKED)/'],
  ),
  ...changesOf('src/store/sqlite/database.ts', 'return /^SQLITE_(CANTOPEN|', 'each code begins so', [
    '/SQLITE_(CANTOPEN|CORRUPT|NOTADB|IOERR|READONLY|MISUSE|ERROR)/',
  ]),
  ...changesOf(
    'src/store/sqlite/format.ts',
    "if (found === 0) await database.all('PRAGMA auto_vacuum = INCREMENTAL');",
    'on a file that has tables it has no effect',
    ['true'],
  ),
  ...changesOf(
    'src/store/sqlite/format.ts',
    'for (let version = found + 1;',
    'a migration that was made is left out where it begins',
    ['found - 1'],
  ),
  ...changesOf(
    'src/store/sqlite/passes/rewrite.ts',
    'if (changes.length > 0) await database.all(WRITE_ROWS',
    NOTHING_WRITTEN,
    ['true', 'changes.length >= 0'],
  ),
  ...changesOf('src/store/sqlite/passes/rewrite.ts', 'if (changes.length > 0) {', NOTHING_WRITTEN, [
    'true',
    'changes.length >= 0',
  ]),
  ...changesOf('src/store/sqlite/place.ts', 'default:', AS_WELL, ['default:']),
  ...changesOf(
    'src/store/sqlite/place.ts',
    'return found !== undefined || above === directory ?',
    'the root is always there, but for a drive of Windows',
    ['false'],
  ),
  ...changesOf(
    'src/store/sqlite/rows.ts',
    "after = which === 'all' ? String(last.place) : Number(last.place);",
    'SQLite takes a text for the number in it where its column has numbers',
    ['true'],
  ),
  ...changesOf(
    'src/store/sqlite/passes/portioned.ts',
    'await delay(ms, undefined, { ref: false, signal: ended.signal })',
    'what keeps the process alive for so long ends with the store',
    ['true'],
  ),
  ...changesOf('src/store/sqlite/rows.ts', 'return Number(counted?.value);', 'who adds is told the sum', [
    'counted.value',
  ]),
  ...changesOf('src/store/sqlite/place.ts', 'url.replace(/^sqlite:', AT_THE_BEGINNING, ['/sqlite:\\/\\//']),
  ...changesOf(
    'src/store/redis/examine.ts',
    "client.info('memory')).catch(() => '');",
    'in what is not told no number is found either',
    ['() => undefined'],
  ),
  ...changesOf('src/store/redis/examine.ts', "aheadMs > 0 ? 'ahead of' : 'behind'", 'it is far from 0', [
    'aheadMs >= 0',
  ]),
  ...changesOf(
    'src/store/redis/permits.ts',
    "let verified = { run: '', durable: false };",
    'it is said of no run, and asked before it is used',
    ['true'],
  ),
  ...changesOf(
    'src/store/redis/permits.ts',
    'look: async () => answerOf(await run(LOOK, [])),',
    'this script reads only the last of what it is given',
    ['["Stryker was here"]'],
  ),
  ...changesOf(
    'src/store/seal/seal.ts',
    'if (found !== undefined) return found;',
    'the same hash is made once more',
    ['false'],
  ),
  ...changesOf(
    'src/store/seal/seal.ts',
    'if (name.length <= LONGEST_KEPT) known.set(name, made);',
    'what is not remembered is made once more',
    ['true', 'false', 'name.length < LONGEST_KEPT', 'name.length > LONGEST_KEPT'],
  ),
  ...changesOf(
    'src/store/seal/seal.ts',
    'if (bytes.length < NONCE_BYTES) bytes = randomBytes(',
    'how many are drawn at once changes nothing of each',
    ['true', 'bytes.length <= NONCE_BYTES', 'NONCES_AT_ONCE / NONCE_BYTES'],
  ),
  ...changesOf('src/store/seal/seal.ts', '} catch {', AS_WELL, ['{}']),
  ...changesOf(
    'src/store/seal/sealed-rows.ts',
    'return before !== undefined && rows.deleteIf(id, before);',
    'no row holds nothing',
    ['true'],
  ),
  ...changesOf(
    'src/store/seal/secret.ts',
    'if (kept !== undefined) return kept;',
    'what is there keeps its name from a new one, and is read again in the end',
    ['false'],
  ),
  ...changesOf(
    'src/store/copy.ts',
    'const writes: Promise<unknown>[] = [];',
    'what is no promise is waited for no longer',
    ['["Stryker was here"]'],
  ),
  ...changesOf(
    'src/store/copy.ts',
    'return there === value || (expiresAt !== undefined && expiresAt <= clock.now());',
    'undefined is before nothing',
    ['true'],
  ),
  ...changesOf(
    'src/store/copy.ts',
    'return named(collection).put(id, value, expiresAt === undefined ? {} : { expiresAt });',
    'a row with the expiry undefined stays',
    ['false'],
  ),
];
