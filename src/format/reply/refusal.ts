import type { Command } from '../../core/command.ts';
import type { OptionProblem } from '../../core/options.ts';
import type { Reply } from '../../core/reply.ts';
import type { Principal } from '../../core/requester.ts';
import type { Words } from '../words/words.ts';
import { compose } from './compose.ts';
import { oneLine } from './one-line.ts';

type RefusalWords = Words['refusals'];
type Plain = 'busy' | 'interrupted' | 'tooOld' | 'poisoned' | 'unexpected' | 'shuttingDown' | 'storeFailing';

/** The reply to a declined offer. */
export function dismissedReply({ plan }: Words): Reply {
  return compose({ tone: 'neutral', ...plan.dismissed });
}

/** Replies to requests that were refused or failed. */
export const refusals = {
  /** The requester may not use the bot here; contains the id the operator needs. */
  notAllowed: (words: Words, requester: Principal): Reply =>
    forAsker(words.refusals.notAllowed.title, words.refusals.notAllowed.lead(requester)),

  /** The command is for admins; contains the line for `ADMINS`. */
  notAdmin: (words: Words, requester: Principal): Reply =>
    forAsker(words.refusals.notAdmin.title, words.refusals.notAdmin.lead(requester)),

  /** The options were not understood: what is wrong, and how the command is used. */
  options: (words: Words, problem: OptionProblem, command: Pick<Command, 'words'>): Reply => {
    const { title, example } = words.refusals.options;
    const { examples = [] } = command.words;
    return {
      ...forAsker(title, optionText(words.refusals.options, problem)),
      ...(examples.length > 0 && { sections: [{ heading: example, fields: [], lines: examples }] }),
    };
  },

  /** Not accepted: too many requests are open. */
  busy: (words: Words): Reply => plain(words, 'busy', 'warning'),

  /** Accepted before a restart and being answered now. */
  interrupted: (words: Words): Reply => plain(words, 'interrupted', 'progress'),

  /** Accepted, but too old to be answered usefully. */
  tooOld: (words: Words): Reply => plain(words, 'tooOld', 'bad'),

  /** Accepted, but repeatedly interrupted; it is not tried again. */
  poisoned: (words: Words): Reply => plain(words, 'poisoned', 'bad'),

  /** An internal error; `reference` finds it in the log. */
  unexpected: (words: Words, reference?: string): Reply => ({
    ...plain(words, 'unexpected', 'bad'),
    ...(reference !== undefined && { note: words.refusals.unexpected.reference(reference) }),
  }),

  /** The button belongs to another person's reply. */
  notYourButton: (words: Words): Reply =>
    forAsker(words.refusals.notYourButton.title, words.refusals.notYourButton.lead),

  /** The button is too old, or its action is already done. */
  buttonExpired: (words: Words): Reply =>
    forAsker(words.refusals.buttonExpired.title, words.refusals.buttonExpired.lead),

  /** Not accepted: the process is shutting down. */
  shuttingDown: (words: Words): Reply => plain(words, 'shuttingDown', 'bad'),

  /** Not accepted: the request could not be persisted. */
  storeFailing: (words: Words): Reply => plain(words, 'storeFailing', 'bad'),
};

function plain(words: Words, name: Plain, tone: Reply['tone']): Reply {
  return compose({ tone, title: words.refusals[name].title, lead: words.refusals[name].lead });
}

/** Marked private, since only the asker needs it. */
function forAsker(title: string, lead: string): Reply {
  return compose({ tone: 'warning', title, lead, private: true });
}

function optionText(words: RefusalWords['options'], problem: OptionProblem): string {
  switch (problem.kind) {
    case 'missing':
      return words.missing(problem.option);
    case 'not-a-choice':
      return words.notAChoice(problem.option, oneLine(problem.given), problem.choices);
    case 'not-a-flag':
      return words.notAFlag(problem.option, oneLine(problem.given));
    case 'wrong-kind':
      return words.wrongKind(problem.option);
    case 'too-long':
      return words.tooLong(problem.option, problem.maxLength);
  }
}
