type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value: a field left out and a field that is `undefined` are not the same. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: Defined<Fields> = {};
  // All names are written in this room: none of them is `__proto__`, to which nothing may be assigned.
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[name];
    if (value !== undefined) kept[name] = value as Exclude<Fields[keyof Fields], undefined>;
  }
  return kept;
}
