import type { OptionProblem } from '../../core/command/command-options.ts';
import type { Principal } from '../../core/principal.ts';
import { type Reply, type ReplyParts, reply } from '../../core/reply/reply.ts';
import type { OptionWords } from '../texts/command-words.ts';
import { orList } from '../texts/phrases.ts';
import { type Say, titleAndSummary } from '../texts/say.ts';
import { oneLine } from './one-line.ts';

/** The reply to a person who declines to have numbers checked. */
export function dismissedReply(say: Say): Reply {
  return reply({ tone: 'neutral', ...titleAndSummary(say, 'costQuestion.dismissed') });
}

/** Help for a person whose options were not understood. */
export interface OptionUse {
  /** The words of the options, if the person fills in a form; undefined if people type them. */
  readonly words?: Readonly<Record<string, OptionWords>> | undefined;
  /** Examples of what to send instead, one line each. */
  readonly examples?: readonly string[] | undefined;
}

/**
 * Replies to requests that were refused or stopped, or that failed. They are shown below other
 * replies, and replace none. A notice that helps only the person who asked is private.
 */
export const notices = {
  /** The requester may not use the bot here; contains the id for the operator's settings. */
  notAllowed: (say: Say, id: Principal): Reply =>
    noticeForAsker({
      title: say('notices.notAllowed.title'),
      summary: say('notices.notAllowed.summary', { id }),
    }),
  /** The options were not understood: what is wrong, and examples. */
  options: (say: Say, problem: OptionProblem, { words, examples = [] }: OptionUse): Reply =>
    noticeForAsker({
      title: say('notices.options.title'),
      summary: optionText(say, problem, words),
      ...(examples.length > 0 && {
        sections: [{ heading: say('notices.options.example'), fields: [], lines: examples }],
      }),
    }),
  /** The command is unknown. `nearest` is the name of the command that the reply proposes. */
  unknownCommand: (say: Say, name: string, nearest = 'help'): Reply =>
    reply({
      kind: 'notice',
      tone: 'bad',
      title: say('notices.unknownCommand.title', { name }),
      summary: say('notices.unknownCommand.nearest', { nearest }),
    }),
  /** The request was not accepted: too many are open. */
  busy: noticeForEveryone('busy', 'warning'),
  /** The request was accepted, but is now too old for a useful answer. */
  tooOld: noticeForEveryone('tooOld'),
  /** The request was accepted, but ended the bot at each try: it is not tried again. */
  poisoned: noticeForEveryone('poisoned'),
  /** The request failed with an internal error, which is in the log. */
  unexpected: noticeForEveryone('unexpected'),
  /** The button belongs to another person's reply. */
  notYourButton: (say: Say): Reply => noticeForAsker(titleAndSummary(say, 'notices.notYourButton')),
  /** The button is too old, or was pressed before and works only once. */
  buttonExpired: (say: Say): Reply => noticeForAsker(titleAndSummary(say, 'notices.buttonExpired')),
  /** The person stopped the request, and its command has no reply of its own for that. */
  stopped: (say: Say): Reply =>
    reply({ kind: 'notice', tone: 'warning', ...titleAndSummary(say, 'stopped') }),
  /** The request failed since the store fails. The command may have used checks before that. */
  storeFailing: noticeForEveryone('storeFailing'),
};

/** Makes a notice that the others in a chat see, too. */
function noticeForEveryone(
  name: 'busy' | 'tooOld' | 'poisoned' | 'unexpected' | 'storeFailing',
  tone: Reply['tone'] = 'bad',
): (say: Say) => Reply {
  return (say) => reply({ kind: 'notice', tone, ...titleAndSummary(say, `notices.${name}`) });
}

/** Makes a notice that only the person who asked sees. */
function noticeForAsker(parts: Pick<ReplyParts, 'title' | 'summary' | 'sections'>): Reply {
  return reply({ kind: 'notice', tone: 'warning', ...parts, isPrivate: true });
}

/** The problem with an option, which the text calls by the name that the person knows. */
function optionText(say: Say, problem: OptionProblem, words: OptionUse['words']): string {
  const known = words?.[problem.option];
  const option = known?.name ?? problem.option;
  switch (problem.kind) {
    case 'missing':
    case 'wrong-kind':
      return say(`notices.options.${problem.kind}`, { option });
    case 'not-a-choice': {
      const choices = problem.choices.map((choice) => known?.choices[choice] ?? choice);
      const given = oneLine(problem.typedValue);
      return say('notices.options.not-a-choice', { option, given, choices: orList(say, choices) });
    }
    case 'too-long':
      return say('notices.options.too-long', { option, most: problem.maxLength });
  }
}
