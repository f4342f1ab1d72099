import type { Query, Work } from '../core/query.ts';
import { GroupCommit } from './group-commit.ts';
import { throwStoreFailed } from './store-errors.ts';
import type { TextQuery } from './text-query.ts';

/** Reads and transactions of a database. */
export interface Sql {
  /** Runs one statement outside of all transactions: it sees what was committed. */
  readonly read: Query;
  /**
   * Runs the work in a transaction. A commit costs a sync of the disk, so transactions that begin
   * in one turn of the event loop, or during a commit, share the next one, in their order.
   * @throws the error of the work, or StoreFailed. If the commit itself fails, the store may have
   *   written it.
   */
  tx<T>(work: Work<T>): Promise<T>;
  /** Resolves when no transaction is running. */
  untilIdle(): Promise<void>;
}

/** Parts of a database for an {@link Sql}: its syntax, and two connections. */
interface Backend {
  /** The text for the parameter of this number, counted from 1. */
  readonly placeholder: (number: number) => string;
  /** The statement that begins a transaction for writing. */
  readonly begin: string;
  /** Runs outside of transactions: on a connection of its own, or when none is open. */
  readonly read: TextQuery;
  /** Uses a connection that nothing else uses. */
  readonly write: TextQuery;
}

/** Makes the reads and transactions of a database, whose statements are templates. */
export function createSql({ placeholder, begin, read, write }: Backend): Sql {
  const texts = new TextCache(placeholder);
  const commits = new GroupCommit({ begin, write, query: queryOn(write, texts) });
  return {
    read: queryOn(read, texts),
    tx: (work) => commits.add(work),
    untilIdle: () => commits.untilIdle(),
  };
}

/** The texts of statements, each made once. */
class TextCache {
  readonly #placeholder: Backend['placeholder'];
  /** By the template, which lives as long as the code it stands in. */
  readonly #texts = new WeakMap<TemplateStringsArray, string>();

  constructor(placeholder: Backend['placeholder']) {
    this.#placeholder = placeholder;
  }

  textOf(template: TemplateStringsArray): string {
    const made = this.#texts.get(template);
    if (made !== undefined) return made;
    const text = template.reduce((before, part, index) => before + this.#placeholder(index) + part);
    this.#texts.set(template, text);
    return text;
  }
}

/** A query whose statements run as a text on this connection. */
function queryOn(textQuery: TextQuery, texts: TextCache): Query {
  return (template, ...values) => textQuery(texts.textOf(template), values).catch(throwStoreFailed);
}
