import type { Request } from '../core/adapter.ts';
import type { Command } from '../core/command.ts';
import type { OptionProblem, RawOptions } from '../core/options.ts';
import type { Reply, Visibility } from '../core/reply.ts';
import { examplesOn } from '../format/personal/examples.ts';
import { dismissedReply, type OptionUse, refusals } from '../format/reply/refusal.ts';
import { shownWord } from '../format/reply/view.ts';
import { commandWords } from '../format/words/command-words.ts';
import { sayIn } from '../format/words/language.ts';
import { nearestOf } from '../format/words/nearest.ts';
import type { Say } from '../format/words/say.ts';
import type { Buttons } from './buttons.ts';

/** What a request asks for: a command, with its options as they came. */
export interface Use {
  readonly command: string;
  readonly options: RawOptions;
  readonly visibility: Visibility;
}

/** What is asked by a command, or by the press of a button; or the reply to one that means nothing any more. */
export async function useOf(buttons: Buttons, request: Request): Promise<Use | { readonly refusal: Reply }> {
  const { ask, requester, visibility } = request;
  const say = sayIn(request.locale);
  if (ask.kind === 'command') return { command: ask.name, options: ask.options, visibility };
  const pressed = await buttons.press({ ...ask, requester });
  if (pressed.kind === 'not-yours') return { refusal: refusals.notYourButton(say) };
  // A cancel button whose request has already ended.
  if (pressed.kind === 'gone' || pressed.effect.kind === 'cancel')
    return { refusal: refusals.buttonExpired(say) };
  if (pressed.effect.kind === 'dismiss') return { refusal: dismissedReply(say) };
  const { command, options } = pressed.effect;
  // A client can send the data of a button from any place: what all can read is never made private by a button.
  return { command, options, visibility: pressed.effect.visibility === 'shared' ? 'shared' : visibility };
}

/** The reply to a button of a command that is gone, or to a command that was mistyped. */
export function unknownReply(
  commands: readonly Command[],
  { ask, locale, visibility }: Request,
  admin: boolean,
): Reply {
  const say = sayIn(locale);
  if (ask.kind === 'press') return refusals.buttonExpired(say);
  const usable = commands.filter(({ audience }) => audience === 'everyone' || admin);
  const names = usable.map(({ name }) => name);
  return refusals.unknownCommand(say, shownWord(visibility, ask.name), nearestOf(ask.name, names));
}

/** What is wrong with an option, as it may be shown. */
export function shownProblem(problem: OptionProblem, visibility: Visibility): OptionProblem {
  return 'given' in problem ? { ...problem, given: shownWord(visibility, problem.given) } : problem;
}

/** Most examples beside what is wrong with an option. */
const MOST_EXAMPLES = 3;

/** How a command is used: in a form by the names that its reader sees there, else as it is typed. */
export function optionUse(say: Say, command: Command, inForm: boolean): OptionUse {
  const { examples } = command;
  if (!inForm) return { examples };
  return {
    words: commandWords(say, command).options,
    examples: examples && examplesOn('form', say).slice(0, MOST_EXAMPLES),
  };
}
