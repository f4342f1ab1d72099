import { KEY_PREFIX, type RedisConnection } from './connection.ts';

/** Rows read with one command. */
const READ_AT_ONCE = 500;

/** The counter that gives every inserted row its position. */
export const SEQUENCE_KEY = `${KEY_PREFIX}:sequence`;
/** The names of all collections. */
export const NAMES_KEY = `${KEY_PREFIX}:collections`;

/** A collection's name is one of the program's own and has no colon. */
export function rowKey(collection: string, id: string): string {
  return `${KEY_PREFIX}:row:${encodeURIComponent(collection)}:${id}`;
}

export function indexKey(collection: string): string {
  return `${KEY_PREFIX}:index:${encodeURIComponent(collection)}`;
}

export function lastingKey(collection: string): string {
  return `${KEY_PREFIX}:lasting:${encodeURIComponent(collection)}`;
}

export function groupKey(collection: string, group: string): string {
  return `${KEY_PREFIX}:group:${encodeURIComponent(collection)}:${group}`;
}

/** The index of an id's group; for an id without one, the index of its collection. */
export function groupKeyOf(collection: string, id: string): string {
  const slash = id.indexOf('/');
  return slash === -1 ? indexKey(collection) : groupKey(collection, id.slice(0, slash));
}

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
