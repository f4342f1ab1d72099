import {
  MAX_TEXT_LENGTH,
  type OptionProblem,
  type OptionSpec,
  type OptionValues,
  type ParsedOptions,
  type RawOptions,
  type RawValue,
} from './command-options.ts';

/**
 * Turns raw options into typed ones by their declaration; the only place that parses options. Parts
 * of a free text that set an option:
 *
 *     name=choice, name:choice             the option with this name
 *     choice, at the start or the end      the option that has this choice, such as `full`
 *     --name                               the flag with this name
 *     all that is left                     the first text option
 *     the file that was sent with it       the first file option
 */
export function parseOptions<const Specs extends readonly OptionSpec[]>(
  specs: Specs,
  raw: RawOptions,
): ParsedOptions<Specs> {
  const givenValues = raw.kind === 'values' ? raw.values : valuesFromText(specs, raw);
  const parsed: Record<string, unknown> = {};
  for (const spec of specs) {
    const value = givenValues[spec.name];
    const isGiven = value !== undefined && value !== '';
    if (!isGiven && spec.kind !== 'flag' && spec.required) {
      return { ok: false, problem: { kind: 'missing', option: spec.name } };
    }
    const result = isGiven
      ? parseValue(spec, value)
      : { value: spec.kind === 'flag' ? false : undefined };
    if ('problem' in result) {
      return { ok: false, problem: { ...result.problem, option: spec.name } };
    }
    parsed[spec.name] = result.value;
  }
  // The loop above sets one value of the declared kind for each spec, which the compiler cannot
  // infer.
  return { ok: true, options: parsed as OptionValues<Specs> };
}

/** A problem without the name of its option. */
type Unnamed<Problem> = Problem extends unknown ? Omit<Problem, 'option'> : never;
type ParsedValue = { readonly value: unknown } | { readonly problem: Unnamed<OptionProblem> };

function parseValue(spec: OptionSpec, value: RawValue): ParsedValue {
  const wrongKind: ParsedValue = { problem: { kind: 'wrong-kind' } };
  if (spec.kind === 'file') return typeof value === 'object' ? { value } : wrongKind;
  if (spec.kind === 'flag') return typeof value === 'boolean' ? { value } : wrongKind;
  if (typeof value !== 'string') return wrongKind;
  if (spec.kind === 'choice') {
    const { choices } = spec;
    const word = value.trim().toLowerCase();
    if (choices.includes(word)) return { value: word };
    // A reply repeats at most this much of it.
    return { problem: { kind: 'not-a-choice', typedValue: value.slice(0, 40), choices } };
  }
  const { maxLength = MAX_TEXT_LENGTH } = spec;
  return value.length > maxLength ? { problem: { kind: 'too-long', maxLength } } : { value };
}

/**
 * A word that sets an option: anywhere in a text or, if it is a bare choice, at the start or the
 * end.
 */
interface OptionPattern {
  readonly option: string;
  readonly pattern: RegExp;
  readonly isBare: boolean;
}

/** A way of reading a text as options. */
interface TextForm {
  readonly patterns: readonly OptionPattern[];
  /** The options for the rest of the text, and for attachments. */
  readonly main: string | undefined;
  readonly attached: string | undefined;
}

/** Created once for each declaration: creating the patterns takes longer than using them. */
const textForms = new WeakMap<readonly OptionSpec[], TextForm>();

function valuesFromText(
  specs: readonly OptionSpec[],
  { text, file }: RawOptions & { kind: 'text' },
): Record<string, RawValue> {
  const form = textForms.get(specs) ?? textFormOf(specs);
  textForms.set(specs, form);
  const values: Record<string, RawValue> = {};
  let rest = text.trim();
  for (const { option, pattern, isBare } of form.patterns) {
    const match = isBare && values[option] !== undefined ? null : pattern.exec(rest);
    if (match === null) continue;
    // A flag has no value.
    values[option] = match[1] ?? match[2] ?? true;
    rest = `${rest.slice(0, match.index)}${rest.slice(match.index + match[0].length)}`.trim();
  }
  if (form.main !== undefined && rest !== '') values[form.main] = rest;
  if (form.attached !== undefined && file !== undefined) values[form.attached] = file;
  return values;
}

function textFormOf(specs: readonly OptionSpec[]): TextForm {
  const typed = specs.filter(({ isInternal }) => isInternal !== true);
  return {
    // Named options first: bare choices are only recognised at the start and the end of what
    // remains.
    patterns: typed.flatMap(patternsOf).toSorted((a, b) => Number(a.isBare) - Number(b.isBare)),
    main: typed.find(({ kind }) => kind === 'text')?.name,
    attached: typed.find(({ kind }) => kind === 'file')?.name,
  };
}

function patternsOf(spec: OptionSpec): readonly OptionPattern[] {
  const { kind, name: option } = spec;
  if (kind === 'flag') {
    return [{ option, pattern: new RegExp(`(?<!\\S)--${option}(?!\\S)`, 'iu'), isBare: false }];
  }
  if (kind !== 'choice') return [];
  const choices = `(${spec.choices.join('|')})`;
  const choice = `(?:--)?${choices}`;
  const bare = new RegExp(`^${choice}(?!\\S)|(?<!\\S)${choice}$`, 'iu');
  // Another value after this name is about a phone: `Detail:128GB` in a text that was pasted.
  const named = new RegExp(`(?<!\\S)(?:--)?${option}[=:]${choices}(?!\\S)`, 'iu');
  return [
    { option, pattern: named, isBare: false },
    { option, pattern: bare, isBare: true },
  ];
}
