import type { RedisConnection } from './connection.ts';

/** Rows read with one command. */
const READ_AT_ONCE = 500;

/** The ids of an index in the order in which they were first written, in parts: each holds Redis up for a moment only. */
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
    // The sequence gives each row a number of its own.
    after = String(last.score);
  }
}

/** The keys that begin so, in parts and in no order; one may come twice. */
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
