/** The value of a column of the store, in both databases. */
export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * Runs one statement, written as a template: query`UPDATE note SET body = ${body}`. The values are
 * its parameters. Resolves with its rows.
 * @throws StoreFailed, or the database's own error if the statement is wrong
 */
export type Query = (
  text: TemplateStringsArray,
  ...values: readonly SqlValue[]
) => Promise<readonly SqlRow[]>;

/**
 * The work of a transaction. It makes all its statements with `query`, and awaits each of them.
 * Since a transaction may be repeated, the work has no other effect than its statements and its
 * result.
 */
export type Work<T> = (query: Query) => Promise<T>;

/** The template of a statement whose text is not constant: its parts around each value. */
export function templateOf(...parts: string[]): TemplateStringsArray {
  return Object.assign(parts, { raw: parts });
}
