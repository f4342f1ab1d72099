import type { RedisConnection } from './connection.ts';

/** Rows read with one command. */
const READ_AT_ONCE = 500;

/** The ids of an index in the order in which they were first written, in parts, so that Redis is blocked only briefly. */
export async function* idsIn(connection: RedisConnection, index: string): AsyncGenerator<readonly string[]> {
  let after = '-inf';
  for (;;) {
    const some = await connection.run((client) =>
      client.zRangeWithScores(index, `(${after}`, '+inf', {
        BY: 'SCORE',
        LIMIT: { offset: 0, count: READ_AT_ONCE },
      }),
    );
    const last = some.at(-1);
    if (last === undefined) return;
    yield some.map(({ value }) => value);
    // No two rows have the same number in the sequence.
    after = String(last.score);
  }
}

/** The keys with this prefix, in parts and in no order; a key may come twice. */
export async function* keysOf(
  connection: RedisConnection,
  beginning: string,
): AsyncGenerator<readonly string[]> {
  let cursor = '0';
  do {
    const from = cursor;
    const found = await connection.run((client) =>
      client.scan(from, { MATCH: `${beginning}*`, COUNT: READ_AT_ONCE }),
    );
    yield found.keys;
    cursor = found.cursor;
  } while (cursor !== '0');
}
