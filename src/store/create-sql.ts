import type { Query } from '../core/query.ts';
import { GroupCommit } from './group-commit.ts';
import type { Sql, TextQuery } from './sql.ts';
import { throwStoreFailed } from './store-errors.ts';

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
