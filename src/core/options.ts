/** A file somebody sent, as a reference: only its adapter can read its bytes. */
export interface FileReference {
  /** As the sender named it; not safe as a path. */
  readonly name: string;
  /** undefined if the platform does not report it. */
  readonly sizeBytes?: number;
  /** Where the request's adapter finds the file: a URL, a file id, a path. Always made by that adapter, never typed. */
  readonly location: string;
  /** MIME type as reported by the platform; not verified. */
  readonly contentType?: string;
  /** What came with it in the same message, which is answered together with it. */
  readonly others?: readonly FileReference[];
}

/** One option of a command. Its words (label, description) are among the command's. */
export type OptionSpec = (
  | { readonly name: string; readonly kind: 'text'; readonly required: boolean; readonly maxLength?: number }
  | {
      readonly name: string;
      readonly kind: 'choice';
      readonly required: boolean;
      readonly choices: readonly string[];
    }
  | { readonly name: string; readonly kind: 'flag' }
  | { readonly name: string; readonly kind: 'file'; readonly required: boolean }
) & {
  /** Set by the bot's own buttons alone: it is in no list and no form, needs no words, and typed text does not set it. */
  readonly internal?: true;
};

type RequiredOr<Spec, Value> = Spec extends { required: true } ? Value : Value | undefined;

type OptionValue<Spec extends OptionSpec> = Spec extends { kind: 'text' }
  ? RequiredOr<Spec, string>
  : Spec extends { kind: 'choice'; choices: readonly (infer Choice)[] }
    ? RequiredOr<Spec, Choice>
    : Spec extends { kind: 'flag' }
      ? boolean
      : RequiredOr<Spec, FileReference>;

/** The typed options of a list of specs: one member for each, by its name. */
export type OptionValues<Specs extends readonly OptionSpec[]> = {
  readonly [Spec in Specs[number] as Spec['name']]: OptionValue<Spec>;
};

/** Options as they arrive: free text with what was sent along, or the values of a platform's form. */
export type RawOptions =
  | { readonly kind: 'text'; readonly text: string; readonly file?: FileReference }
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, string | boolean | FileReference>> };

/** What is wrong with the options, as data: the reply formats it. */
export type OptionProblem =
  | { readonly kind: 'missing'; readonly option: string }
  | {
      readonly kind: 'not-a-choice';
      readonly option: string;
      readonly given: string;
      readonly choices: readonly string[];
    }
  | { readonly kind: 'not-a-flag'; readonly option: string; readonly given: string }
  | { readonly kind: 'wrong-kind'; readonly option: string }
  | { readonly kind: 'too-long'; readonly option: string; readonly maxLength: number };

/** The parsed options, or the first problem found. */
export type ParsedOptions<Specs extends readonly OptionSpec[]> =
  | { readonly ok: true; readonly options: OptionValues<Specs> }
  | { readonly ok: false; readonly problem: OptionProblem };

/** Most characters of a text option: a Telegram message has 4,096, a Discord option 6,000, a pasted list more. */
const DEFAULT_MAX_LENGTH = 100_000;

/** Words that set a flag to true or false. */
const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
]);

/**
 * Turns raw options into typed ones by their declaration; the only place that parses options. In free text, `name=value` and
 * `name:value` set an option, a bare choice (`full`) at the start or the end sets the choice it belongs to, and `--name`
 * sets a flag. The rest is the first text option. A file sent with the text is the first file option.
 */
export function parseOptions<const Specs extends readonly OptionSpec[]>(
  specs: Specs,
  raw: RawOptions,
): ParsedOptions<Specs> {
  const given = raw.kind === 'values' ? raw.values : valuesFromText(specs, raw);
  const parsed: Record<string, unknown> = {};
  for (const spec of specs) {
    const value = parseOne(spec, given[spec.name]);
    if (!value.ok) return value;
    parsed[spec.name] = value.value;
  }
  // The loop above sets one value of the declared kind for each spec, which the compiler cannot infer.
  return { ok: true, options: parsed as OptionValues<Specs> };
}

type One = { ok: true; value: unknown } | { ok: false; problem: OptionProblem };

function parseOne(spec: OptionSpec, given: string | boolean | FileReference | undefined): One {
  const option = spec.name;
  if (given === undefined || given === '') {
    if (spec.kind === 'flag') return { ok: true, value: false };
    return spec.required
      ? { ok: false, problem: { kind: 'missing', option } }
      : { ok: true, value: undefined };
  }
  if (spec.kind === 'file') {
    return typeof given === 'object'
      ? { ok: true, value: given }
      : { ok: false, problem: { kind: 'wrong-kind', option } };
  }
  if (spec.kind === 'flag') return parseFlag(option, given);
  if (typeof given !== 'string') return { ok: false, problem: { kind: 'wrong-kind', option } };
  if (spec.kind === 'choice') return parseChoice(option, spec.choices, given);
  const maxLength = spec.maxLength ?? DEFAULT_MAX_LENGTH;
  return given.length > maxLength
    ? { ok: false, problem: { kind: 'too-long', option, maxLength } }
    : { ok: true, value: given };
}

function parseFlag(option: string, given: string | boolean | FileReference): One {
  if (typeof given === 'boolean') return { ok: true, value: given };
  if (typeof given !== 'string') return { ok: false, problem: { kind: 'wrong-kind', option } };
  const flag = FLAG_WORDS.get(given.toLowerCase());
  return flag === undefined
    ? { ok: false, problem: { kind: 'not-a-flag', option, given: given.slice(0, 40) } }
    : { ok: true, value: flag };
}

function parseChoice(option: string, choices: readonly string[], given: string): One {
  const choice = choices.find((one) => one === given.trim().toLowerCase());
  return choice === undefined
    ? { ok: false, problem: { kind: 'not-a-choice', option, given: given.slice(0, 40), choices } }
    : { ok: true, value: choice };
}

type TextValues = Record<string, string | boolean | FileReference>;
type ChoiceSpec = OptionSpec & { kind: 'choice' };

function valuesFromText(
  specs: readonly OptionSpec[],
  { text, file }: RawOptions & { kind: 'text' },
): TextValues {
  const values: TextValues = {};
  const typed = specs.filter(({ internal }) => internal !== true);
  const choices = typed.filter((spec): spec is ChoiceSpec => spec.kind === 'choice');
  let rest = text.trim();
  // Named options first: bare choices are only recognised at the start and the end of what remains.
  for (const { kind, name } of typed) {
    if (kind === 'flag') rest = takeFlag(name, rest, values);
    if (kind === 'choice') rest = takeNamedChoice(name, rest, values);
  }
  for (const spec of choices) {
    if (values[spec.name] === undefined) rest = takeBareChoice(spec, rest, values);
  }
  const main = typed.find((spec) => spec.kind === 'text');
  if (main !== undefined && rest !== '') values[main.name] = rest;
  const attached = typed.find((spec) => spec.kind === 'file');
  if (attached !== undefined && file !== undefined) values[attached.name] = file;
  return values;
}

function takeFlag(name: string, text: string, values: TextValues): string {
  const pattern = new RegExp(`(?<!\\S)(?:--${name}(?!\\S)|(?:--)?${name}[=:](\\S*))`, 'iu');
  return takeWord(text, pattern, ([, value]) => {
    values[name] = value ?? true;
  });
}

function takeNamedChoice(name: string, text: string, values: TextValues): string {
  return takeWord(text, new RegExp(`(?<!\\S)(?:--)?${name}[=:](\\S*)`, 'iu'), ([, value]) => {
    values[name] = value ?? '';
  });
}

function takeBareChoice({ name, choices }: ChoiceSpec, text: string, values: TextValues): string {
  const bare = `(?:--)?(${choices.join('|')})`;
  return takeWord(text, new RegExp(`^${bare}(?!\\S)|(?<!\\S)${bare}$`, 'iu'), ([, first, last]) => {
    values[name] = first ?? last ?? '';
  });
}

function takeWord(text: string, pattern: RegExp, take: (match: RegExpExecArray) => void): string {
  const match = pattern.exec(text);
  if (match === null) return text;
  take(match);
  return `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`.trim();
}
