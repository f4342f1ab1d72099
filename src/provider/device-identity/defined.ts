type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value: a field left out and a field that is `undefined` are not the same. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: [string, unknown][] = [];
  for (const field of Object.entries(fields)) if (field[1] !== undefined) kept.push(field);
  return Object.fromEntries(kept) as Defined<Fields>;
}
