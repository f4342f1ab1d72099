import type { Principal } from '../principal.ts';
import type { Work } from '../query.ts';
import type { Reply, Visibility } from '../reply/reply.ts';
import type { OptionProblem, OptionSpec, OptionValues, RawOptions } from './command-options.ts';
import { parseOptions } from './parse-options.ts';

/** One use of a command: its requester, place and language, and the signal that stops it. */
export interface InvocationContext {
  /** The id of the request. A command that runs again finds by it what it has already paid for. */
  readonly requestId: string;
  /** Time of acceptance, maybe by an earlier process, in milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Whether this or an earlier process may have begun to answer the request before. */
  readonly isRepeat: boolean;
  readonly requester: Principal;
  readonly isAdmin: boolean;
  /** The language of the reply, which has a catalogue: `en`, `zh-Hant`. */
  readonly locale: string;
  readonly visibility: Visibility;
  /**
   * Aborted with an `Interrupted`: when the requester stops the request or is forgotten, when it is
   * too old, and at the end of the run.
   */
  readonly signal: AbortSignal;
  /**
   * Adds work to the transaction that closes the request once its answer was shown, so that it is
   * done once, whenever a process ends. It is dropped if this answer is not shown, or if the
   * requester is forgotten.
   */
  readonly alsoOnClose: (work: Work<unknown>) => void;
}

/** A command that is ready to run with parsed options, or what is wrong with them. */
export type Prepared =
  | { readonly ok: true; run(context: InvocationContext): AsyncIterable<Reply> }
  | { readonly ok: false; readonly problem: OptionProblem };

/**
 * The description of a command, without its work: enough to register it and to show it in the help.
 */
export interface CommandDescriptor {
  /**
   * Lower-case word, as typed after the slash. The catalogues have its words under `commands.NAME`.
   */
  readonly name: string;
  /** Other words that people type for it; the answer to them names this command. */
  readonly otherWords?: readonly string[];
  /**
   * Its answers are only for the person who asked: no platform offers to show them to everybody.
   */
  readonly isPersonal?: true;
  /** Whole lines to type, the same in every language. */
  readonly examples?: readonly string[];
  readonly options: readonly OptionSpec[];
}

export interface Command extends CommandDescriptor {
  prepare(raw: RawOptions): Prepared;
}

export interface CommandDefinition<Specs extends readonly OptionSpec[]>
  extends Omit<CommandDescriptor, 'options'> {
  readonly options: Specs;
  /**
   * Yields the successive states of one reply; the last one is the answer.
   * @throws internal errors only
   */
  run(
    invocation: InvocationContext & { readonly options: OptionValues<Specs> },
  ): AsyncIterable<Reply>;
}

/** Creates a command from its definition; the option types of `run` are inferred from `options`. */
export function defineCommand<const Specs extends readonly OptionSpec[]>({
  run,
  ...described
}: CommandDefinition<Specs>): Command {
  return {
    ...described,
    prepare: (raw) => {
      const parsed = parseOptions(described.options, raw);
      if (!parsed.ok) return parsed;
      return { ok: true, run: (context) => run({ ...context, options: parsed.options }) };
    },
  };
}
