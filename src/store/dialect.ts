import { asStoreFailed } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import type { Query, Sql, Statement } from './sql.ts';

/** A kind of database. */
export interface Dialect {
  /** The text for the parameter of this number, counted from 1. */
  readonly placeholder: (number: number) => string;
  /** The statement that begins a transaction for writing. */
  readonly begin: string;
  readonly read: Query;
  /** Uses a connection that nothing else uses. */
  readonly write: Query;
}

export function createSql({ placeholder, begin, read, write }: Dialect): Sql {
  const texts = new Texts(placeholder);
  const commits = new GroupCommit({ begin, write, statement: statementOn(write, texts) });
  return {
    read: statementOn(read, texts),
    tx: (work) => commits.add(work),
    idle: () => commits.idle(),
  };
}

/** The texts of statements in one dialect. */
class Texts {
  readonly #placeholder: Dialect['placeholder'];
  readonly #texts = new WeakMap<TemplateStringsArray, string>();

  constructor(placeholder: Dialect['placeholder']) {
    this.#placeholder = placeholder;
  }

  of(parts: TemplateStringsArray): string {
    const known = this.#texts.get(parts);
    if (known !== undefined) return known;
    let text = parts[0] ?? '';
    for (const [index, part] of parts.entries()) {
      if (index > 0) text += this.#placeholder(index) + part;
    }
    this.#texts.set(parts, text);
    return text;
  }
}

function statementOn(query: Query, texts: Texts): Statement {
  return (parts, ...values) => query(texts.of(parts), values).catch(asStoreFailed);
}
