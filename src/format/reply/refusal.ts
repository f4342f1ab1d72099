import type { Principal } from '../../core/adapter.ts';
import type { OptionProblem } from '../../core/options.ts';
import type { Reply } from '../../core/reply.ts';
import { orList } from '../phrases.ts';
import { type OptionWords, type Say, titled } from '../words/say.ts';
import { compose } from './compose.ts';
import { oneLine } from './view.ts';

type Plain = 'busy' | 'tooOld' | 'poisoned' | 'unexpected' | 'storeFailing';

/** The reply to a declined offer. */
export function dismissedReply(say: Say): Reply {
  return compose({ tone: 'neutral', ...titled(say, 'plan.dismissed') });
}

/**
 * Replies to requests that were refused or failed: notices, which replace no other reply. Those
 * that only one person needs are private.
 */
export const refusals = {
  /** The requester may not use the bot here; contains the id for the operator's settings. */
  notAllowed: (say: Say, id: Principal): Reply =>
    forAsker({
      title: say('refusals.notAllowed.title'),
      summary: say('refusals.notAllowed.summary', { id }),
    }),
  /** The options were not understood: what is wrong, and examples. */
  options: (say: Say, problem: OptionProblem, { words, examples = [] }: OptionUse): Reply => ({
    ...forAsker({ title: say('refusals.options.title'), summary: optionText(say, problem, words) }),
    ...(examples.length > 0 && {
      sections: [{ heading: say('refusals.options.example'), fields: [], lines: examples }],
    }),
  }),
  /** There is no such command; the person most likely meant `nearest`. */
  unknownCommand: (say: Say, name: string, nearest = 'help'): Reply =>
    compose({
      kind: 'notice',
      tone: 'bad',
      title: say('refusals.unknownCommand.title', { name }),
      summary: say('refusals.unknownCommand.nearest', { nearest }),
    }),
  /** Not accepted: too many requests are open. */
  busy: plain('busy', 'warning'),
  /** Accepted, but too old to be answered usefully. */
  tooOld: plain('tooOld'),
  /** Accepted, but repeatedly interrupted; it is not tried again. */
  poisoned: plain('poisoned'),
  /** An internal error, which is in the log. */
  unexpected: plain('unexpected'),
  /** The button belongs to another person's reply. */
  notYourButton: (say: Say): Reply => forAsker(titled(say, 'refusals.notYourButton')),
  /** The button is too old, or its action is already done. */
  buttonExpired: (say: Say): Reply => forAsker(titled(say, 'refusals.buttonExpired')),
  /** Its person stopped it before it had begun. */
  stopped: (say: Say): Reply =>
    compose({ kind: 'notice', tone: 'warning', ...titled(say, 'stopped') }),
  /** The store does not work. The command may have used checks before. */
  storeFailing: plain('storeFailing'),
};

function plain(name: Plain, tone: Reply['tone'] = 'bad'): (say: Say) => Reply {
  return (say) => compose({ kind: 'notice', tone, ...titled(say, `refusals.${name}`) });
}

function forAsker(text: { readonly title: string; readonly summary: string }): Reply {
  return compose({ kind: 'notice', tone: 'warning', ...text, private: true });
}

/** How a command is used, for a person whose options were not understood. */
export interface OptionUse {
  /** The names of its options in a form; undefined where people type the options. */
  readonly words?: Readonly<Record<string, OptionWords>> | undefined;
  /** What can be done instead, one line each. */
  readonly examples?: readonly string[] | undefined;
}

function optionText(say: Say, problem: OptionProblem, words: OptionUse['words'] = {}): string {
  const { name: option = problem.option, choices: names = {} } = words[problem.option] ?? {};
  const choices = problem.kind === 'not-a-choice' ? problem.choices : [];
  return say(`refusals.options.${problem.kind}`, {
    option,
    given: 'given' in problem ? oneLine(problem.given) : '',
    choices: orList(
      say,
      choices.map((choice) => names[choice] ?? choice),
    ),
    most: problem.kind === 'too-long' ? problem.maxLength : 0,
  });
}
