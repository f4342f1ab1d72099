import {
  type OptionProblem,
  type OptionSpec,
  type OptionValues,
  parseOptions,
  type RawOptions,
} from './options.ts';
import type { Reply, Visibility } from './reply.ts';
import type { Principal } from './requester.ts';

/** One use of a command: who, where, in which language, and when to stop. */
export interface InvocationContext {
  /** The request this use belongs to; the ledger knows by it what was paid already after a restart. */
  readonly requestId: string;
  readonly requester: Principal;
  readonly admin: boolean;
  /** BCP 47, as the platform told it: `en-US`, `pt-BR`. */
  readonly locale: string;
  readonly visibility: Visibility;
  /** Aborted on cancel and on shutdown. */
  readonly signal: AbortSignal;
}

export interface Invocation<Options> extends InvocationContext {
  readonly options: Options;
}

/** A use of a command that is ready to run, or what is wrong with its options. */
export type Prepared =
  | { readonly ok: true; run(context: InvocationContext): AsyncIterable<Reply> }
  | { readonly ok: false; readonly problem: OptionProblem };

/** What people read about an option where a platform lists it, in its forms and in the help. */
export interface OptionWords {
  /** As that of a command. */
  readonly name?: string;
  /** At most 100 characters, the tightest platform's limit. */
  readonly description: string;
  /** What each choice is called; the key is the choice's name. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** What people read about a command: in English in the command's own file, in others in the language's catalogue. */
export interface CommandWords {
  /**
   * What it is called in a language where a platform allows that: lower case, no spaces, at most 32 characters. Left
   * out in English: the name to type is always the command's own.
   */
  readonly name?: string;
  /** At most 100 characters, as all descriptions here. */
  readonly description: string;
  /** By the option's name. */
  readonly options: Readonly<Record<string, OptionWords>>;
  /** Whole lines to type, the same in every language. */
  readonly examples?: readonly string[];
}

/** The words of a command that has these options: none of them, and none of their choices, can lack. */
type WordsFor<Specs extends readonly OptionSpec[]> = Omit<CommandWords, 'options'> & {
  readonly options: {
    readonly [Spec in Specs[number] as Spec['name']]: Spec extends {
      kind: 'choice';
      choices: readonly (infer Choice extends string)[];
    }
      ? OptionWords & { readonly choices: Readonly<Record<Choice, string>> }
      : OptionWords;
  };
};

/** A platform-neutral unit of work. */
export interface Command {
  /** Lower-case word, as typed after the slash. A catalogue has its translation under this name. */
  readonly name: string;
  /** Who may use it; enforced by dispatch, whatever a platform shows. */
  readonly audience: 'everyone' | 'admins';
  /** In English; `commandWords` finds them in another language. */
  readonly words: CommandWords;
  readonly options: readonly OptionSpec[];
  prepare(raw: RawOptions): Prepared;
}

/** What a command's file declares: one list of options, from which the types of `run` follow. */
export interface CommandDefinition<Specs extends readonly OptionSpec[]> {
  readonly name: string;
  readonly audience: 'everyone' | 'admins';
  /** In English. Other languages show these until their catalogue has its own. */
  readonly words: WordsFor<Specs>;
  readonly options: Specs;
  /** Yields the successive states of one reply; the last one is the answer. */
  run(invocation: Invocation<OptionValues<Specs>>): AsyncIterable<Reply>;
}

/** Makes a command of its definition; the option types of `run` are inferred from `options`. */
export function defineCommand<const Specs extends readonly OptionSpec[]>(
  definition: CommandDefinition<Specs>,
): Command {
  return {
    name: definition.name,
    audience: definition.audience,
    words: definition.words,
    options: definition.options,
    prepare: (raw) => {
      const parsed = parseOptions(definition.options, raw);
      if (!parsed.ok) return parsed;
      return { ok: true, run: (context) => definition.run({ ...context, options: parsed.options }) };
    },
  };
}
