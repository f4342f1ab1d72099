/** The value of a column of the store, in both databases. */
export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * Runs the statement of a template, with its values as parameters.
 * @throws StoreFailed, or the database's own error if the statement is wrong
 */
export type RunSql = (
  text: TemplateStringsArray,
  ...values: readonly SqlValue[]
) => Promise<readonly SqlRow[]>;

/**
 * The work of a transaction. It makes all its statements with `run`, and awaits each of them. Since
 * a transaction may be repeated, the work has no other effect than its statements and its result.
 */
export type Work<T> = (run: RunSql) => Promise<T>;
