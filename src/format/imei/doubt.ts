import type { Reply } from '../../core/reply.ts';
import type { FoundProblem } from '../../imei/find/findings.ts';
import type { ImeiProblem, WhyAsked } from '../../imei/number/reading.ts';
import { shownImei, type View } from '../reply/view.ts';
import { thenWarned } from './notes.ts';

/** Characters of the words beside a number that are told as its name, without the signs around them and numbers of their own. */
const LONGEST_NAME = 30;
const NO_NAME = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}.)]+$/gu;
const MANY_DIGITS = /(?:\d\D?){5}/u;

/** What is wrong with a number. */
export interface ProblemText {
  readonly title: string;
  readonly summary: string;
  /** A few words that fit on one line of a list. */
  readonly short: string;
}

/** The question whether this is the number, or whether it is an IMEI, with the reason and what is to be known of it. */
export function doubtfulText(
  view: View,
  { reading, doubt }: ImeiProblem & { kind: 'doubtful' },
): ProblemText {
  const imei = shownImei(view, reading.imei);
  const { summary, short } = doubtText(view, doubt);
  return {
    title: view.say(mayBeOther(doubt) ? 'problems.doubtful.title' : 'problems.doubtful.titleKind', { imei }),
    summary: thenWarned(view, summary, reading),
    short,
  };
}

function doubtText(view: View, doubt: WhyAsked): Omit<ProblemText, 'title'> {
  const { say } = view;
  const name = doubt.why === 'other-name' ? shownName(view, doubt.words) : undefined;
  if (name !== undefined)
    return {
      summary: say('problems.doubtful.otherName.summary', { name }),
      short: say('problems.doubtful.otherName.short', { name }),
    };
  if (doubt.why === 'length') {
    const { digits } = doubt;
    return {
      summary: say('problems.doubtful.length.summary', { digits }),
      short: say('problems.doubtful.length.short', { digits }),
    };
  }
  const why = doubt.why === 'other-name' ? 'unnamed' : doubt.why;
  return { summary: say(`problems.doubtful.${why}.summary`), short: say(`problems.doubtful.${why}.short`) };
}

/** Whether the number may be another one than that on the picture, so that it has to be compared. */
export function mayBeOther({ why }: WhyAsked): boolean {
  return why === 'misread' || why === 'length';
}

/** The words beside a number, where they are few and nobody else reads them: they may be a person's name. */
function shownName({ visibility }: View, words: string): string | undefined {
  const name = words.replace(NO_NAME, '');
  const isShort = name.length <= LONGEST_NAME && !MANY_DIGITS.test(name) && /\p{L}/u.test(name);
  return isShort && visibility === 'private' ? name : undefined;
}

/** What to type where there is no button for the numbers of a picture: they were not typed before. */
export function typedInstead(view: View, problems: readonly FoundProblem[]): Pick<Reply, 'withoutButtons'> {
  const imeis = problems.flatMap(({ problem }) => (problem.kind === 'doubtful' ? problem.reading.imei : []));
  if (imeis.length === 0 || view.visibility === 'shared') return {};
  return {
    withoutButtons: view.say('problems.doubtful.noButtons', { line: `/imei ${imeis.join(' ')} --anyway` }),
  };
}

/** Whether a number was read from a picture and is to be confirmed, and is not known to be invalid. */
export function isAsked({ problem }: FoundProblem): boolean {
  return problem.kind === 'doubtful';
}
