import type { AdapterOf } from '../core/adapter/adapter.ts';
import type { Guide } from '../core/adapter/platform-guide.ts';
import type { AskingEvent, Input } from '../core/adapter/request-event.ts';
import type { Command } from '../core/command/command.ts';
import type { OptionProblem, RawOptions } from '../core/command/command-options.ts';
import type { Reply, Visibility } from '../core/reply/reply.ts';
import { examplesOf, NO_GUIDE } from '../format/help-pages.ts';
import { shownWord } from '../format/reply/masked.ts';
import { dismissedReply, notices, type OptionUse } from '../format/reply/notices.ts';
import { commandWords } from '../format/texts/command-words.ts';
import { type Say, sayIn } from '../format/texts/say.ts';
import { findImeis } from '../imei/find.ts';
import { hasCompleteNumber } from '../imei/findings.ts';
import { nearestOf } from '../words/nearest.ts';
import type { Access } from './access.ts';
import type { Attempt } from './attempt.ts';
import type { Presses } from './buttons/presses.ts';
import type { LiveRequest } from './live-request.ts';

/** The most examples below a problem with an option. */
const MAX_EXAMPLES = 3;

interface InvocationsOptions {
  readonly commands: readonly Command[];
  /** Answers an IMEI after a command that is unknown (`/halp 4901…`) or takes no options. */
  readonly textCommand: string;
  readonly access: Access;
  readonly presses: Presses;
  readonly adapterOf: AdapterOf;
}

/** Knows what a request or a pressed button invokes, and the states of the reply to it. */
export class Invocations {
  readonly #options: InvocationsOptions;

  constructor(options: InvocationsOptions) {
    this.#options = options;
  }

  /**
   * Runs the command, or says why it does not run.
   * @returns the states of the reply; reading them throws what the command throws
   */
  async replyTo(request: LiveRequest, attempt: Attempt): Promise<AsyncIterable<Reply>> {
    const { access } = this.#options;
    const { event } = request;
    const say = sayIn(event.locale);
    // It was allowed when it was accepted, but a restart may have changed the settings.
    if (!access.isAllowed(event)) return singleState(notices.notAllowed(say, event.requester));
    const invocation = await this.#find(event);
    return invocation.kind === 'reply'
      ? singleState(invocation.reply)
      : this.#invoke(invocation, request, attempt);
  }

  #invoke(invocation: Invocation, request: LiveRequest, attempt: Attempt): AsyncIterable<Reply> {
    const { commands, access } = this.#options;
    const { event, acceptedAt } = request;
    const { isRepeat, signal, alsoOnClose } = attempt;
    const { id: requestId, requester, locale } = event;
    const { options, visibility } = invocation;
    const command = this.#commandOf(invocation);
    const isAdmin = access.isAdmin(event);
    if (command === undefined) return singleState(unknownReply(commands, event));
    const prepared = command.prepare(options);
    if (!prepared.ok) {
      return singleState(this.#problemReply(command, prepared.problem, { ...invocation, event }));
    }
    return prepared.run({
      requestId,
      acceptedAt,
      isRepeat,
      requester,
      isAdmin,
      locale,
      visibility,
      signal,
      alsoOnClose,
    });
  }

  /** Undefined if mistyped, or if another version of the bot wrote the request or the button. */
  #commandOf({ command, options }: Invocation): Command | undefined {
    const { commands, textCommand } = this.#options;
    const named = commands.find(({ name }) => name === command);
    const isForNumber = !takesOptions(named) && isAboutNumber(options);
    return isForNumber ? commands.find(({ name }) => name === textCommand) : named;
  }

  /** Finds what a request invokes: a command, or the effect of its button. */
  async #find(event: AskingEvent): Promise<Invocation | ReplyInstead> {
    const { input, visibility } = event;
    if (input.kind === 'press') return this.#findPressed(event, input);
    return { kind: 'command', command: input.name, options: input.options, visibility };
  }

  async #findPressed(
    { requester, visibility, locale }: AskingEvent,
    input: Extract<Input, { readonly kind: 'press' }>,
  ): Promise<Invocation | ReplyInstead> {
    const say = sayIn(locale);
    const { presses } = this.#options;
    const pressed = await presses.lookUp({ ...input, requester });
    if (pressed.kind === 'not-yours') return replyInstead(notices.notYourButton(say));
    if (pressed.kind === 'gone') return replyInstead(notices.buttonExpired(say));
    const { effect } = pressed;
    if (effect.kind === 'invoke') {
      const { command, options } = effect;
      // A button may make a reply shared, never private: a client can send its data from any chat,
      // also from one where everybody reads the reply. Only the event says where it was pressed.
      const readers = effect.visibility === 'shared' ? 'shared' : visibility;
      return { kind: 'command', command, options, visibility: readers };
    }
    const hasStopped = await presses.stopBy(pressed);
    if (effect.kind === 'dismiss') return replyInstead(dismissedReply(say));
    return replyInstead(hasStopped ? notices.stopped(say) : notices.buttonExpired(say));
  }

  #problemReply(
    command: Command,
    problem: OptionProblem,
    { options, visibility, event }: Invocation & { readonly event: AskingEvent },
  ): Reply {
    const say = sayIn(event.locale);
    const guide = this.#options.adapterOf(event.requester)?.guide ?? NO_GUIDE;
    const use =
      options.kind === 'text' ? { examples: command.examples } : useInForm(say, command, guide);
    return notices.options(say, shownProblem(problem, visibility), use);
  }
}

/** The states of a reply that has only this one. */
export async function* singleState(reply: Reply): AsyncIterable<Reply> {
  yield reply;
}

/** The command that a request invokes, with its raw options. */
interface Invocation {
  readonly kind: 'command';
  readonly command: string;
  readonly options: RawOptions;
  readonly visibility: Visibility;
}

/** The reply to a button that invokes no command. */
interface ReplyInstead {
  readonly kind: 'reply';
  readonly reply: Reply;
}

function replyInstead(reply: Reply): ReplyInstead {
  return { kind: 'reply', reply };
}

function takesOptions(command: Command | undefined): boolean {
  return command?.options.some(({ isInternal }) => isInternal !== true) === true;
}

/**
 * Whether the text has a complete number: then it is answered even behind a command that takes no
 * options.
 */
function isAboutNumber(options: RawOptions): boolean {
  return options.kind === 'text' && hasCompleteNumber(findImeis(options.text));
}

/** The reply to a button of a command that is gone, or to a command that was mistyped. */
function unknownReply(
  commands: readonly Command[],
  { input, locale, visibility }: AskingEvent,
): Reply {
  const say = sayIn(locale);
  if (input.kind !== 'command') return notices.buttonExpired(say);
  const namesOf = ({ name, otherWords = [] }: Command): readonly string[] => [name, ...otherWords];
  const nearest = nearestOf(input.name, commands.flatMap(namesOf));
  const meant = commands.find(
    (command) => nearest !== undefined && namesOf(command).includes(nearest),
  );
  return notices.unknownCommand(say, shownWord({ visibility }, input.name), meant?.name);
}

/** The problem with an option, masked if others can read it. */
function shownProblem(problem: OptionProblem, visibility: Visibility): OptionProblem {
  return 'typedValue' in problem
    ? { ...problem, typedValue: shownWord({ visibility }, problem.typedValue) }
    : problem;
}

/** The use of a command where options are fields, with the names that the reader sees there. */
export function useInForm(say: Say, command: Command, guide: Guide): OptionUse {
  return {
    words: commandWords(say, command).options,
    examples: command.examples && examplesOf(guide, say).slice(0, MAX_EXAMPLES),
  };
}
