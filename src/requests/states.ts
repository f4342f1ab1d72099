import type { AdapterOf, Request } from '../core/adapter.ts';
import type { Command } from '../core/command.ts';
import type { OptionProblem, RawOptions } from '../core/options.ts';
import type { Reply, Visibility } from '../core/reply.ts';
import { examplesOn } from '../format/personal.ts';
import { dismissedReply, type OptionUse, refusals } from '../format/reply/refusal.ts';
import { shownWord } from '../format/reply/view.ts';
import { commandWords, type Say, sayIn } from '../format/words/say.ts';
import { nearestOf } from '../format/words/understood.ts';
import type { Access } from './access.ts';
import type { Buttons } from './buttons.ts';
import type { OpenRequest } from './open.ts';

/** Most examples below a problem with an option. */
const MAX_EXAMPLES = 3;

/** The states of the reply to a request: those of its command, or the reason why it does not run. */
export type StatesOf = (open: OpenRequest, signal: AbortSignal) => Promise<AsyncIterable<Reply>>;

/** @param isTooOld whether a request is closed with an apology */
export function createStates(
  commands: readonly Command[],
  access: Access,
  buttons: Buttons,
  adapterOf: AdapterOf,
  isTooOld: (open: OpenRequest) => boolean,
): StatesOf {
  return async (open, signal) => {
    const { request, acceptedAt } = open;
    const { requester, locale } = request;
    const say = sayIn(locale);
    if (isTooOld(open)) return only(refusals.tooOld(say));
    // It was allowed when it was accepted, but a restart may have changed the settings.
    if (!access.isAllowed(request)) return only(refusals.notAllowed(say, requester));
    const use = await useOf(buttons, request);
    if ('refusal' in use) return only(use.refusal);
    const { options, visibility } = use;
    // Another version of the program may have written the request or the button.
    const command = commands.find(({ name }) => name === use.command);
    const admin = access.isAdmin(request);
    if (command === undefined) return only(unknownReply(commands, request, admin));
    if (command.audience === 'admins' && !admin) return only(refusals.notAdmin(say, requester));
    const prepared = command.prepare(options);
    if (!prepared.ok) {
      const inForm = options.kind === 'values' && adapterOf(requester)?.surface === 'form';
      const problem = shownProblem(prepared.problem, visibility);
      return only(refusals.options(say, problem, optionUse(say, command, inForm)));
    }
    return prepared.run({
      requestId: request.id,
      acceptedAt,
      requester,
      admin,
      locale,
      visibility,
      signal,
    });
  };
}

/** A reply that has no other state. */
export async function* only(reply: Reply): AsyncIterable<Reply> {
  yield reply;
}

/** The command of a request, with its raw options. */
interface Use {
  readonly command: string;
  readonly options: RawOptions;
  readonly visibility: Visibility;
}

/** The command of a request or of a pressed button, or the reply to a button that has expired. */
async function useOf(
  buttons: Buttons,
  request: Request,
): Promise<Use | { readonly refusal: Reply }> {
  const { input, requester, visibility } = request;
  if (input.kind === 'command') return { command: input.name, options: input.options, visibility };
  const say = sayIn(request.locale);
  const pressed = await buttons.press({ ...input, requester });
  if (pressed.kind === 'not-yours') return { refusal: refusals.notYourButton(say) };
  // A cancel button whose request has already ended.
  if (pressed.kind === 'gone' || pressed.effect.kind === 'cancel')
    return { refusal: refusals.buttonExpired(say) };
  if (pressed.effect.kind === 'dismiss') return { refusal: dismissedReply(say) };
  const { command, options } = pressed.effect;
  // A client can send a button's data from any chat: a button never makes a reply private that all can read.
  return {
    command,
    options,
    visibility: pressed.effect.visibility === 'shared' ? 'shared' : visibility,
  };
}

/** The reply to a button of a command that is gone, or to a command that was mistyped. */
function unknownReply(
  commands: readonly Command[],
  { input, locale, visibility }: Request,
  admin: boolean,
): Reply {
  const say = sayIn(locale);
  if (input.kind === 'press') return refusals.buttonExpired(say);
  const usable = commands.filter(({ audience }) => audience === 'everyone' || admin);
  const names = usable.map(({ name }) => name);
  return refusals.unknownCommand(
    say,
    shownWord(visibility, input.name),
    nearestOf(input.name, names),
  );
}

/** What is wrong with an option, masked if others can read it. */
function shownProblem(problem: OptionProblem, visibility: Visibility): OptionProblem {
  return 'given' in problem ? { ...problem, given: shownWord(visibility, problem.given) } : problem;
}

/** How a command is used: in a form with the names that its reader sees there, otherwise as it is typed. */
export function optionUse(say: Say, command: Command, inForm: boolean): OptionUse {
  const { examples } = command;
  if (!inForm) return { examples };
  return {
    words: commandWords(say, command).options,
    examples: examples && examplesOn('form', say).slice(0, MAX_EXAMPLES),
  };
}
