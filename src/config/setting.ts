import { z } from 'zod';
import { OperatorError } from '../core/operator/operator-error.ts';
import { isPrincipal, type Principal } from '../core/principal.ts';

/** The schemas of settings by their names: a part of the zod object of all settings. */
export type SettingSchemas = Readonly<Record<string, z.ZodType>>;

export type ValuesOf<Part extends SettingSchemas> = z.output<z.ZodObject<Part>>;

/** The environment of a process, or the lines of a file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of settings, or everything that is wrong with them. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  /** One sentence each, ready to be printed. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** @throws OperatorError with everything that is wrong */
export function valueOrThrow<Value>(parsed: Parsed<Value>): Value {
  if (parsed.ok) return parsed.value;
  throw new OperatorError(parsed.problems.join('\n'));
}

/** Makes a setting optional, and masks its value in the log. */
export function secret<Text extends z.ZodType<string>>(text: Text): z.ZodOptional<Text> {
  return text.optional().meta({ secret: true });
}

/**
 * A key or a token. It must be long, since masking a short one would damage other words of the log.
 * Quotes are refused: they belong to the file, but Docker reads them as a part of the value.
 */
export const wholeSecret = z
  .string()
  .min(8, 'write all of it, as you were given it: fewer than 8 characters cannot be it')
  .regex(
    /^[!#-&(-_a-~]*$/,
    'write it as you were given it, without spaces and quotes, with English letters only',
  );

/** A duration within its bounds, in milliseconds. */
export const duration = numberWithin(
  /^\d{1,9}(ms|s|m|h|d)$/,
  'a number and a unit, such as 500ms, 20s, 5m, 12h or 30d,',
  toMs,
);
export const wholeNumber = numberWithin(/^\d{1,9}$/, 'a whole number', Number);
/** An amount of money within its bounds, in USD. */
export const amount = numberWithin(
  /^\d{1,6}(\.\d{1,6})?$/,
  'an amount in USD such as 0.02,',
  Number,
);

/**
 * Makes schemas for numbers of one form. The metadata has the minimum and the maximum, so that
 * tests can compare the documents with them.
 */
function numberWithin(form: RegExp, inWords: string, read: (text: string) => number) {
  return (least: string, most: string) => {
    const range = `from ${least} to ${most}`;
    return z
      .string()
      .regex(form, `write ${inWords} ${range}`)
      .transform(read)
      .refine((value) => value >= read(least) && value <= read(most), `must be ${range}`)
      .meta({ least, most });
  };
}

function toMs(text: string): number {
  const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number.parseInt(text, 10) * units[text.replace(/^\d+/, '') as keyof typeof units];
}

/** An HTTP URL. It may contain a user name and a password. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  abort: true,
  error: 'write a whole URL with http:// or https://',
});

/**
 * An HTTP URL to which paths are added. It may not contain a password, a query or a fragment, which
 * would not be used but shown.
 */
export const plainHttpUrl = httpUrl
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'write the URL without a name and a password before an @; they would not be used')
  .refine((text) => !/[?#]/.test(text), 'write the URL without a ? or a # and what follows it')
  .overwrite((text) => text.replace(/\/+$/, ''));

/** Whether a request to this URL goes to another machine unencrypted. */
export function isCleartext(url: string): boolean {
  return new URL(url).protocol === 'http:' && !isLoopback(url);
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** `POSIX`, `de`, `pt-BR`, `en_US.UTF-8` or `ca_ES@valencia`. */
const LOCALE = /^(?:posix|[a-z]{1,3}(?:[-_.@][a-z0-9]+)*)$/i;

/**
 * Whether a text is a locale, or a list of them with colons. Operating systems set LANGUAGE for all
 * programs, also with an empty last part: `en_US:`.
 */
export function isLocaleList(text: string): boolean {
  return text.split(':').every((locale) => locale === '' || LOCALE.test(locale));
}

/** The ids of people or places of one kind. */
interface PrincipalKind {
  /** An example, which shows the form of the ids. */
  readonly example: string;
  readonly pattern: RegExp;
}

/** The kinds of people and places of a platform. */
export type PrincipalKinds = {
  /** People. Only they have checks of their own, and only they get alerts as admins. */
  readonly user: PrincipalKind;
  readonly [kind: string]: PrincipalKind;
};

/**
 * People and places, separated by commas. An id that cannot exist is refused, with the possible
 * forms. A list of commas alone is refused too: it may mean "nobody", and would be read as
 * "everybody".
 */
export function principals(
  platforms: readonly { readonly name: string; readonly principals: PrincipalKinds }[],
) {
  const kinds = platforms.flatMap((platform) =>
    Object.entries(platform.principals).map(([kind, ids]) => ({
      start: `${platform.name}:${kind}:`,
      ...ids,
    })),
  );
  const forms = kinds.map(({ start, example }) => `${start}${example}`).join(', ');
  return z.string().transform((text, context): Principal[] => {
    const named = listedIn(text);
    if (named.length === 0 && text.includes(',')) {
      context.addIssue('names nobody: leave it empty, or name a person or a place');
    }
    return named.flatMap((principal) => {
      const isKnown = kinds.some(
        ({ start, pattern }) =>
          principal.startsWith(start) && pattern.test(principal.slice(start.length)),
      );
      if (isKnown && isPrincipal(principal)) return [principal];
      context.addIssue(
        `${JSON.stringify(principal)} is not a person or a place: write ${forms}, with a comma between two`,
      );
      return [];
    });
  });
}

/** The parts of a list with commas, which may have spaces around them. */
export function listedIn(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/**
 * The values of the secret settings, right or wrong. Passwords in URLs are masked by their place.
 */
export function secretsIn(environment: Environment, schemas: SettingSchemas): readonly string[] {
  const present = presentValues(environment);
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const text = present[name];
    if (text === undefined || schema.meta()?.secret !== true) return [];
    // A token is also masked without the id of its bot, which is public.
    return [text, ...text.split(/^\d+:/).filter((part) => part !== '')];
  });
}

/**
 * The values that are set, without spaces around them; an empty one counts as unset. The names of
 * the proxy's settings may be in lower case, as in other programs.
 */
export function presentValues(environment: Environment): Readonly<Record<string, string>> {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const text = value?.trim() ?? '';
    if (text !== '') present[name] = text;
  }
  // After empty values are left out, since a copy of `.env.example` has an empty HTTPS_PROXY.
  for (const name of ['HTTPS_PROXY', 'NO_PROXY']) {
    const text = present[name] ?? present[name.toLowerCase()];
    if (text !== undefined) present[name] = text;
  }
  return present;
}

/** Problems with single settings: one sentence each, which begins with the name. */
export function problemsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
