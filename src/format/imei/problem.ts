import type { Reply, Section } from '../../core/reply.ts';
import type { FoundProblem } from '../../imei/find/findings.ts';
import type { Imei } from '../../imei/imei.ts';
import type { ImeiProblem } from '../../imei/number/reading.ts';
import { compose, notes, sentences, withSections } from '../reply/compose.ts';
import { shownImei, shownTyped, type View } from '../reply/view.ts';
import { type Say, titled } from '../words/say.ts';
import { tableNameText } from './device.ts';
import { doubtfulText, isAsked, type ProblemText, typedInstead } from './doubt.ts';
import { thenWarned } from './notes.ts';
import type { TacName } from './outcome.ts';

/** Most repairs a reply mentions, and most it offers to check: with many candidates none is likely enough to pay for. */
const MOST_REPAIRS_TOLD = 10;
const MOST_REPAIRS_OFFERED = 3;

/**
 * The reply to a text whose numbers are all invalid: what is wrong with each, and for a single one the likely repairs with
 * the open table's names.
 */
export function problemsReply(
  view: View,
  problems: readonly FoundProblem[],
  tableName: (imei: Imei) => TacName | undefined,
): Reply {
  const [first, ...rest] = problems;
  const note = view.say('notes.nothingSpent');
  if (first !== undefined && rest.length === 0) {
    const { title, summary } = problemText(view, first.problem);
    const isRead = isAsked(first);
    const label = view.say(isRead ? 'problems.read' : 'problems.given');
    const number = { label, value: shownTyped(view, first.text) };
    return compose({
      tone: isRead ? 'neutral' : 'bad',
      title,
      summary: saysWhatToDo(first.problem) ? summary : sentences(summary, view.say('problems.whereToLook')),
      sections: [{ fields: [number] }, ...repairSections(view, first.problem, tableName)],
      ...(isAskedAbout(first.problem) && {
        withoutButtons: view.say('problems.unassigned.noButtons', { flag: '--anyway' }),
      }),
      ...typedInstead(view, problems),
      note,
    });
  }
  return { ...manyProblems(view, problems), ...typedInstead(view, problems), note };
}

/** Several numbers of which none is checked: what is to be confirmed is no invalid number. */
function manyProblems(view: View, problems: readonly FoundProblem[]): Reply {
  const asked = problems.filter(isAsked).length;
  if (asked === 0)
    return compose({
      tone: 'bad',
      title: view.say('problems.titleMany'),
      summary: view.say('problems.whereToLook'),
      sections: [{ fields: [], lines: problemLines(view, problems) }],
    });
  return compose({
    tone: 'warning',
    title: view.say('problems.titleAsked', { count: asked }),
    summary: view.say('problems.askedMany'),
    sections: problemSections(view, problems),
  });
}

/** One line for each invalid number: its line in the text (if there are several) and what is wrong. */
export function problemLines(view: View, problems: readonly FoundProblem[]): readonly string[] {
  const severalLines = problems.some(({ line }) => line > 1);
  return problems.map(({ text, line, problem }) => {
    const said = notes(shownTyped(view, text), problemText(view, problem).short) ?? '';
    return severalLines ? view.say('list.line', { line, text: said }) : said;
  });
}

/** The answer to IMEIs with the other numbers of their message below, and how to have those checked that are to be confirmed. */
export function withProblems(view: View, answer: Reply, problems: readonly FoundProblem[]): Reply {
  if (problems.length === 0) return answer;
  return { ...withSections(answer, problemSections(view, problems)), ...typedInstead(view, problems) };
}

/** The numbers of a message that are to be confirmed, and the invalid ones, each as a group; none of those there are none of. */
export function problemSections(view: View, problems: readonly FoundProblem[]): readonly Section[] {
  const asked = problems.filter(isAsked);
  const invalid = problems.filter((one) => !isAsked(one));
  return (
    [
      ['asked', asked],
      ['invalid', invalid],
    ] as const
  ).flatMap(([group, members]) => {
    if (members.length === 0) return [];
    const heading = view.say('list.heading', {
      heading: view.say(`list.headings.${group}`),
      count: members.length,
    });
    return [{ heading, fields: [], lines: problemLines(view, members) }];
  });
}

/** What is wrong with a number, in a few words. */
export function problemShort(view: View, problem: ImeiProblem): string {
  return problemText(view, problem).short;
}

/** Repairs of an IMEI with a wrong digit if there are few enough to offer; empty where others could read them. */
export function offeredRepairs(view: View, problem: ImeiProblem): readonly Imei[] {
  const repairs = toldRepairs(view, problem);
  return repairs.length <= MOST_REPAIRS_OFFERED ? repairs : [];
}

function problemText(view: View, problem: ImeiProblem): ProblemText {
  const { say } = view;
  switch (problem.kind) {
    case 'empty':
      return { ...titled(say, 'problems.empty'), short: say('problems.empty.title') };
    case 'too-short':
      return counted(say, 'tooShort', problem.digits);
    case 'too-long':
      return counted(say, 'tooLong', problem.digits);
    case 'check-digit':
      return checkDigitText(view, problem);
    case 'letter':
      return letterText(view, problem);
    case 'looks-like': {
      const what = say(`problems.looksLike.kinds.${problem.what}`);
      return {
        title: say('problems.looksLike.title'),
        summary: say('problems.looksLike.summary', { what }),
        short: say('problems.looksLike.short', { what }),
      };
    }
    case 'placeholder':
      return plain(say, 'problems.placeholder');
    case 'card':
      return plain(say, 'problems.card');
    case 'unassigned':
      return unassignedText(view, problem);
    case 'doubtful':
      return doubtfulText(view, problem);
    case 'cut-off':
      return problem.copied === true ? plain(say, 'problems.cutOff') : plain(say, 'files.cutOff');
  }
}

/** The number that was probably meant is asked about, where there is one. */
function letterText(view: View, problem: ImeiProblem & { kind: 'letter' }): ProblemText {
  const { say } = view;
  const { character, position, reading } = problem;
  if (reading === undefined) {
    return {
      title: say('problems.letter.title'),
      summary: say('problems.letter.summary', { character, position }),
      short: say('problems.letter.short', { character, position }),
    };
  }
  const imei = shownImei(view, reading.imei);
  return {
    title: say('problems.doubtful.title', { imei }),
    summary: thenWarned(view, say('problems.letter.asked', { character }), reading),
    short: say('problems.letter.askedShort', { character, imei }),
  };
}

function unassignedText(view: View, { reading }: ImeiProblem & { kind: 'unassigned' }): ProblemText {
  const { title, summary, short } = plain(view.say, 'problems.unassigned');
  return { title, summary: thenWarned(view, summary, reading), short };
}

/** Whether the summary has the next step already, or a look at the phone would not help. */
function saysWhatToDo(problem: ImeiProblem): boolean {
  if (problem.kind === 'doubtful') return problem.doubt.why === 'misread';
  return ['check-digit', 'card', 'cut-off'].includes(problem.kind) || isAskedAbout(problem);
}

/** Whether the typed number is checked if a person sends it again and says so. */
function isAskedAbout(problem: ImeiProblem): boolean {
  return problem.kind === 'unassigned' || (problem.kind === 'letter' && problem.reading !== undefined);
}

/** Empty where others can read: a repair would reveal the serial, and a masked repair says nothing. */
function toldRepairs(view: View, problem: ImeiProblem): readonly Imei[] {
  return problem.kind === 'check-digit' && view.visibility === 'private' ? problem.repairs : [];
}

function repairSections(
  view: View,
  problem: ImeiProblem,
  tableName: (imei: Imei) => TacName | undefined,
): readonly Section[] {
  const repairs = toldRepairs(view, problem);
  if (repairs.length === 0) return [];
  const hidden = repairs.length - MOST_REPAIRS_TOLD;
  const lines = repairs.slice(0, MOST_REPAIRS_TOLD).map((imei) => {
    const name = tableName(imei);
    return notes(imei, name === undefined ? undefined : tableNameText(name)) ?? imei;
  });
  return [
    {
      heading: view.say('problems.checkDigit.repairs'),
      fields: [],
      lines: hidden > 0 ? [...lines, view.say('problems.checkDigit.moreRepairs', { count: hidden })] : lines,
    },
  ];
}

function counted(say: Say, which: 'tooShort' | 'tooLong', given: number): ProblemText {
  return {
    title: say(`problems.${which}.title`),
    summary: say(`problems.${which}.summary`, { given }),
    short: say(`problems.${which}.short`, { given }),
  };
}

function plain(
  say: Say,
  at: 'problems.placeholder' | 'problems.card' | 'problems.unassigned' | 'problems.cutOff' | 'files.cutOff',
): ProblemText {
  return { ...titled(say, at), short: say(`${at}.short`) };
}

function checkDigitText(view: View, problem: ImeiProblem & { kind: 'check-digit' }): ProblemText {
  const { expected, given, networkForm } = problem;
  const network =
    networkForm === undefined
      ? undefined
      : view.say('problems.checkDigit.networkForm', { imei: shownTyped(view, networkForm) });
  return {
    title: view.say('problems.checkDigit.title'),
    // The comparison comes first: the digit that would fit is a guess, since any of the others may be wrong instead.
    summary:
      sentences(
        view.say('problems.compare'),
        view.say('problems.checkDigit.summary', { expected, given }),
        network,
      ) ?? '',
    short: view.say('problems.checkDigit.short', { expected, given }),
  };
}
