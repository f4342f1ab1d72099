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
 * of a free text that set an option, the first two with or without `--` before them:
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
    if (value === undefined || value === '') {
      if (spec.kind !== 'flag' && spec.required) {
        return { ok: false, problem: { kind: 'missing', option: spec.name } };
      }
      parsed[spec.name] = spec.kind === 'flag' ? false : undefined;
      continue;
    }
    const result = parseValue(spec, value);
    if ('problem' in result) {
      return { ok: false, problem: { ...result.problem, option: spec.name } };
    }
    parsed[spec.name] = result.value;
  }
  // The loop above sets one value of the declared kind for each spec, which the compiler cannot
  // infer.
  return { ok: true, options: parsed as OptionValues<Specs> };
}

/** For each problem of the union, the same without the name of its option. */
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

/** How a text is read as options. */
interface TextSyntax {
  readonly patterns: readonly OptionPattern[];
  /** The option for the rest of the text. */
  readonly restOption: string | undefined;
  /** The option for the file that was sent with the text. */
  readonly fileOption: string | undefined;
}

/** Created once for each declaration: creating the patterns takes longer than using them. */
const syntaxes = new WeakMap<readonly OptionSpec[], TextSyntax>();

function valuesFromText(
  specs: readonly OptionSpec[],
  { text, file }: RawOptions & { kind: 'text' },
): Record<string, RawValue> {
  const syntax = syntaxes.get(specs) ?? syntaxOf(specs);
  syntaxes.set(specs, syntax);
  const values: Record<string, RawValue> = {};
  let rest = text.trim();
  for (const { option, pattern, isBare } of syntax.patterns) {
    // A named choice wins.
    if (isBare && values[option] !== undefined) continue;
    const match = pattern.exec(rest);
    if (match === null) continue;
    // Group 1 has a choice that is named or at the start, group 2 one at the end. A flag has none.
    values[option] = match[1] ?? match[2] ?? true;
    rest = `${rest.slice(0, match.index)}${rest.slice(match.index + match[0].length)}`.trim();
  }
  const { restOption, fileOption } = syntax;
  if (restOption !== undefined && rest !== '') values[restOption] = rest;
  if (fileOption !== undefined && file !== undefined) values[fileOption] = file;
  return values;
}

function syntaxOf(specs: readonly OptionSpec[]): TextSyntax {
  const typeable = specs.filter(({ isInternal }) => isInternal !== true);
  return {
    // Named options first: bare choices are only recognised at the start and the end of what
    // remains.
    patterns: typeable.flatMap(patternsOf).toSorted((a, b) => Number(a.isBare) - Number(b.isBare)),
    restOption: typeable.find(({ kind }) => kind === 'text')?.name,
    fileOption: typeable.find(({ kind }) => kind === 'file')?.name,
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
  // Only a known choice, since another value is about a phone: `Detail:128GB` in a pasted text.
  const named = new RegExp(`(?<!\\S)(?:--)?${option}[=:]${choices}(?!\\S)`, 'iu');
  return [
    { option, pattern: named, isBare: false },
    { option, pattern: bare, isBare: true },
  ];
}
