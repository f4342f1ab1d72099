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

/** A platform-neutral unit of work. */
export interface Command {
  /** Lower-case word, as typed after the slash. Its descriptions are in the catalogue under this name. */
  readonly name: string;
  /** Who may use it; enforced by dispatch, whatever a platform shows. */
  readonly audience: 'everyone' | 'admins';
  readonly options: readonly OptionSpec[];
  prepare(raw: RawOptions): Prepared;
}

/** What a command's file declares: one list of options, from which the types of `run` follow. */
export interface CommandDefinition<Specs extends readonly OptionSpec[]> {
  readonly name: string;
  readonly audience: 'everyone' | 'admins';
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
    options: definition.options,
    prepare: (raw) => {
      const parsed = parseOptions(definition.options, raw);
      if (!parsed.ok) return parsed;
      return { ok: true, run: (context) => definition.run({ ...context, options: parsed.options }) };
    },
  };
}
