import { z } from 'zod';

/** One variable of the environment. Whether its value may be shown has to be said of each. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Its value is masked wherever something is logged. */
  readonly secret: boolean;
  readonly schema: Schema;
}

/** Variables by their names. */
export type Settings = Readonly<Record<string, Setting>>;

/** What has been read of variables. */
export type ValuesOf<Rows extends Settings> = z.output<z.ZodObject<SchemasOf<Rows>>>;

type SchemasOf<Rows extends Settings> = { readonly [Name in keyof Rows]: Rows[Name]['schema'] };

/** A variable that may be left out, and whose value is shown nowhere. */
export function secret<Text extends z.ZodType<string>>(text: Text): Setting<z.ZodOptional<Text>> {
  return { secret: true, schema: text.optional() };
}

/** A variable whose value may be shown. A password in an address that it holds is masked all the same. */
export function shown<Schema extends z.ZodType>(schema: Schema): Setting<Schema> {
  return { secret: false, schema };
}

/** A secret of some length. A shorter one could not be kept out of a log without tearing holes into innocent words. */
export const wholeSecret = z
  .string()
  .min(8, 'write all of it, as you were given it: fewer than 8 characters cannot be it');

/** Whether something is allowed that is not by default. */
export const permission = z.stringbool('write true or false').prefault('false');

/** What reads these variables, and leaves all others alone. */
export function schemaOf<Rows extends Settings>(rows: Rows): z.ZodObject<SchemasOf<Rows>> {
  const schemas = Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema]));
  // One schema for each name, which the compiler cannot follow through the entries.
  return z.object(schemas as SchemasOf<Rows>);
}

/** All secrets among the values: those of secret variables, and the passwords in addresses. */
export function secretsIn(values: Readonly<Record<string, unknown>>, rows: Settings): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    return rows[name]?.secret === true ? [value, ...afterColon(value)] : passwordsIn(value);
  });
}

/** A token without the id of its bot, which is public. */
function afterColon(token: string): readonly string[] {
  const [, behind] = /^\d+:(.+)$/.exec(token) ?? [];
  return behind === undefined ? [] : [behind];
}

/** As it is written in the address, and as it is. */
function passwordsIn(address: string): readonly string[] {
  const password = URL.canParse(address) ? new URL(address).password : '';
  return password === '' ? [] : [...new Set([password, decoded(password)])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing is literal.
    return text;
  }
}

/** The variables that are set, without the spaces around them; an empty one counts as unset. */
export function presentOf(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const text = value?.trim() ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** What is wrong with one variable, as a sentence that begins with its name. */
export function problemOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`;
}
