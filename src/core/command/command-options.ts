/** A file somebody sent, as a reference: only its adapter can read its bytes. */
export interface FileReference {
  /** The sender's name for it; not safe as a path. */
  readonly name: string;
  /**
   * The place where the request's adapter finds the file: a URL, a file id, a path. Always made by
   * that adapter, never typed.
   */
  readonly location: string;
  /** MIME type as reported by the platform; not verified. */
  readonly contentType?: string;
  /** Size in bytes as reported by the platform; not verified. */
  readonly size?: number;
  /** The other files of the same message, which gets one answer for all of them. */
  readonly others?: readonly FileReference[];
}

/** One option of a command. Its label and description are among the words of the command. */
export type OptionSpec = (
  | {
      readonly name: string;
      readonly kind: 'text';
      readonly required: boolean;
      readonly maxLength?: number;
    }
  | {
      readonly name: string;
      readonly kind: 'choice';
      readonly required: boolean;
      /** Words in lower case, of letters, digits and hyphens only. */
      readonly choices: readonly string[];
    }
  | { readonly name: string; readonly kind: 'flag' }
  | { readonly name: string; readonly kind: 'file'; readonly required: boolean }
) & {
  /**
   * Only the bot's own buttons set this option. It is not in any list or form, has no words, and
   * people cannot type it.
   */
  readonly isInternal?: true;
};

type RequiredOr<Spec, Value> = Spec extends { required: true } ? Value : Value | undefined;

type OptionValue<Spec extends OptionSpec> = Spec extends { kind: 'text' }
  ? RequiredOr<Spec, string>
  : Spec extends { kind: 'choice'; choices: readonly (infer Choice)[] }
    ? RequiredOr<Spec, Choice>
    : Spec extends { kind: 'flag' }
      ? boolean
      : RequiredOr<Spec, FileReference>;

/** The typed options of a list of specs: one property for each, by its name. */
export type OptionValues<Specs extends readonly OptionSpec[]> = {
  readonly [Spec in Specs[number] as Spec['name']]: OptionValue<Spec>;
};

/** Options as they arrive: free text with its attachments, or the values of a platform's form. */
export type RawOptions =
  | { readonly kind: 'text'; readonly text: string; readonly file?: FileReference }
  | { readonly kind: 'values'; readonly values: RawValues };

/** The value of an option, before it is parsed. */
export type RawValue = string | boolean | FileReference;

/** Values of options, by their names. */
export type RawValues = Readonly<Record<string, RawValue>>;

/** A problem with the options, as data: the reply formats it. */
export type OptionProblem =
  | { readonly kind: 'missing'; readonly option: string }
  | {
      readonly kind: 'not-a-choice';
      readonly option: string;
      readonly typedValue: string;
      readonly choices: readonly string[];
    }
  | { readonly kind: 'wrong-kind'; readonly option: string }
  | { readonly kind: 'too-long'; readonly option: string; readonly maxLength: number };

/** The parsed options, or the first problem found. */
export type ParsedOptions<Specs extends readonly OptionSpec[]> =
  | { readonly ok: true; readonly options: OptionValues<Specs> }
  | { readonly ok: false; readonly problem: OptionProblem };

/**
 * The most characters of a text option: a Telegram message has 4,096, a Discord option 6,000, a
 * pasted list more.
 */
export const MAX_TEXT_LENGTH = 100_000;
