import type { OptionProblem } from '../../core/options.ts';
import type { Principal } from '../../core/principal.ts';
import { type Reply, type ReplyParts, reply } from '../../core/reply.ts';
import { orList } from '../phrases.ts';
import type { OptionWords } from '../texts/command-words.ts';
import { type Say, titled } from '../texts/say.ts';
import { oneLine } from './one-line.ts';

/** The reply to a person who declines what the bot offered: to check numbers. */
export function dismissedReply(say: Say): Reply {
  return reply({ tone: 'neutral', ...titled(say, 'costQuestion.dismissed') });
}

/** How a command is used, for a person whose options were not understood. */
export interface OptionUse {
  /** The names of its options in a form; undefined where people type the options. */
  readonly words?: Readonly<Record<string, OptionWords>> | undefined;
  /** What can be done instead, one line each. */
  readonly examples?: readonly string[] | undefined;
}

/**
 * Replies that replace no other one: to requests that were refused or stopped, or that failed.
 * Those that help nobody but the person who asked are private.
 */
export const notices = {
  /** The requester may not use the bot here; contains the id for the operator's settings. */
  notAllowed: (say: Say, id: Principal): Reply =>
    forAsker({
      title: say('notices.notAllowed.title'),
      summary: say('notices.notAllowed.summary', { id }),
    }),
  /** The options were not understood: what is wrong, and examples. */
  options: (say: Say, problem: OptionProblem, { words, examples = [] }: OptionUse): Reply =>
    forAsker({
      title: say('notices.options.title'),
      summary: optionText(say, problem, words),
      ...(examples.length > 0 && {
        sections: [{ heading: say('notices.options.example'), fields: [], lines: examples }],
      }),
    }),
  /** There is no such command; `nearest` is proposed. */
  unknownCommand: (say: Say, name: string, nearest = 'help'): Reply =>
    reply({
      kind: 'notice',
      tone: 'bad',
      title: say('notices.unknownCommand.title', { name }),
      summary: say('notices.unknownCommand.nearest', { nearest }),
    }),
  /** Not accepted: too many requests are open. */
  busy: forEveryone('busy', 'warning'),
  /** Accepted, but too old to be answered usefully. */
  tooOld: forEveryone('tooOld'),
  /** Accepted, but the bot ended each time it answered; it is not tried again. */
  poisoned: forEveryone('poisoned'),
  /** An internal error, which is in the log. */
  unexpected: forEveryone('unexpected'),
  /** The button belongs to another person's reply. */
  notYourButton: (say: Say): Reply => forAsker(titled(say, 'notices.notYourButton')),
  /** The button is too old, or its action is already done. */
  buttonExpired: (say: Say): Reply => forAsker(titled(say, 'notices.buttonExpired')),
  /** The person who asked stopped it before it had begun. */
  stopped: (say: Say): Reply =>
    reply({ kind: 'notice', tone: 'warning', ...titled(say, 'stopped') }),
  /** The store does not work. The command may have used checks before. */
  storeFailing: forEveryone('storeFailing'),
};

/** A notice that the others of a chat see too. */
function forEveryone(
  name: 'busy' | 'tooOld' | 'poisoned' | 'unexpected' | 'storeFailing',
  tone: Reply['tone'] = 'bad',
): (say: Say) => Reply {
  return (say) => reply({ kind: 'notice', tone, ...titled(say, `notices.${name}`) });
}

/** A notice that only the person who asked sees. */
function forAsker(parts: Pick<ReplyParts, 'title' | 'summary' | 'sections'>): Reply {
  return reply({ kind: 'notice', tone: 'warning', ...parts, isPrivate: true });
}

/** What is wrong with an option, by the name that the person knows it by. */
function optionText(say: Say, problem: OptionProblem, words: OptionUse['words']): string {
  const known = words?.[problem.option];
  const option = known?.name ?? problem.option;
  switch (problem.kind) {
    case 'missing':
    case 'wrong-kind':
      return say(`notices.options.${problem.kind}`, { option });
    case 'not-a-choice': {
      const choices = problem.choices.map((choice) => known?.choices[choice] ?? choice);
      const given = oneLine(problem.given);
      return say('notices.options.not-a-choice', { option, given, choices: orList(say, choices) });
    }
    case 'too-long':
      return say('notices.options.too-long', { option, most: problem.maxLength });
  }
}
