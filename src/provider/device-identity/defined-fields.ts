export type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Leaves out the fields that are `undefined`. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const defined: Defined<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[name];
    if (value !== undefined) defined[name] = value as Exclude<Fields[keyof Fields], undefined>;
  }
  return defined;
}

/** Leaves out the fields that are `undefined`; undefined if none is left. */
export function undefinedIfEmpty<Fields extends object>(
  fields: Fields,
): Defined<Fields> | undefined {
  const defined = withoutUndefined(fields);
  return Object.keys(defined).length === 0 ? undefined : defined;
}
