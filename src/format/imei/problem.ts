import type { Reply, Section } from '../../core/reply.ts';
import type { FoundProblem, ImeiProblem } from '../../imei/findings.ts';
import type { Imei } from '../../imei/imei.ts';
import { compose, notes, sentences, withSections } from '../reply/compose.ts';
import { shownTyped, type View } from '../reply/view.ts';
import { titled } from '../words/say.ts';
import { anywayHint } from './asked.ts';
import { tableNameText } from './device.ts';
import type { TacName } from './outcome.ts';

/** Most repairs a reply mentions, and most it offers to check: with many candidates none is likely enough to pay for. */
const MOST_REPAIRS_TOLD = 10;
const MOST_REPAIRS_OFFERED = 3;
/** What a look at the phone does not help with, or what already says what to do. */
const WITHOUT_ADVICE: ReadonlySet<ImeiProblem['kind']> = new Set([
  'check-digit',
  'letter',
  'card',
  'cut-off',
  'rounded',
]);

/** What is wrong with a number; `short` fits on one line of a list. */
interface ProblemText {
  readonly title: string;
  readonly summary: string;
  readonly short: string;
}

/** The reply to a text whose numbers are all refused, with the reason for each. */
export function problemsReply(
  view: View,
  problems: readonly FoundProblem[],
  tableName: (imei: Imei) => TacName | undefined,
): Reply {
  const [first, ...rest] = problems;
  const isSingle = first !== undefined && rest.length === 0;
  const reply = isSingle
    ? singleProblem(view, first, tableName)
    : compose({
        tone: 'bad',
        title: view.say('problems.titleMany'),
        sections: [{ fields: [], lines: problemLines(view, problems) }],
      });
  const canCorrect = problems.some(({ problem }) => correctedIn(problem) !== undefined);
  return {
    ...reply,
    ...(canCorrect && { withoutButtons: anywayHint(view) }),
    note: view.say('notes.nothingSpent'),
  };
}

function singleProblem(
  view: View,
  { text, problem }: FoundProblem,
  tableName: (imei: Imei) => TacName | undefined,
): Reply {
  const { title, summary } = problemText(view, problem);
  const advice = WITHOUT_ADVICE.has(problem.kind) ? undefined : view.say('problems.whereToLook');
  const number = { label: view.say('problems.given'), value: shownTyped(view, text) };
  return compose({
    tone: 'bad',
    title,
    summary: sentences(summary, advice),
    sections: [{ fields: [number] }, ...repairSections(view, problem, tableName)],
  });
}

/** One line for each refused number: its line in the text (if there are several) and what is wrong. */
export function problemLines(view: View, problems: readonly FoundProblem[]): readonly string[] {
  const severalLines = problems.some(({ line }) => line > 1);
  return problems.map(({ text, line, problem }) => {
    const said = notes(shownTyped(view, text), problemShort(view, problem)) ?? '';
    return severalLines ? view.say('list.line', { line, text: said }) : said;
  });
}

/** The answer to IMEIs with other groups of numbers below. */
export function withNumbers(
  view: View,
  answer: Reply,
  sections: readonly Section[],
  canTake: boolean,
): Reply {
  if (sections.length === 0) return answer;
  return { ...withSections(answer, sections), ...(canTake && { withoutButtons: anywayHint(view) }) };
}

/** The refused numbers of a message as a group; empty if there are none. */
export function problemSections(view: View, problems: readonly FoundProblem[]): readonly Section[] {
  if (problems.length === 0) return [];
  const heading = view.say('list.heading', {
    heading: view.say('list.headings.invalid'),
    count: problems.length,
  });
  return [{ heading, fields: [], lines: problemLines(view, problems) }];
}

/** What is wrong with a number, in a few words. */
export function problemShort(view: View, problem: ImeiProblem): string {
  return problemText(view, problem).short;
}

/** IMEIs that were probably meant, if there are few enough to offer; empty if others can read, since they show the serial. */
export function offeredRepairs(view: View, problem: ImeiProblem): readonly Imei[] {
  const corrected = correctedIn(problem);
  const all = new Set([...(corrected === undefined ? [] : [corrected]), ...repairsIn(problem)]);
  return view.visibility === 'private' && all.size <= MOST_REPAIRS_OFFERED ? [...all] : [];
}

/** The IMEI of a number with letters for digits, or with the network's 0 as its last digit. */
export function correctedIn(problem: ImeiProblem): Imei | undefined {
  if (problem.kind === 'letter') return problem.reading?.imei;
  return problem.kind === 'rounded' || problem.kind === 'check-digit' ? problem.networkForm : undefined;
}

function problemText(view: View, problem: ImeiProblem): ProblemText {
  const { say } = view;
  switch (problem.kind) {
    case 'too-short':
    case 'too-long': {
      const given = { given: problem.digits };
      return {
        title: say(`problems.${problem.kind}.title`),
        summary: say('problems.digits', given),
        short: say(`problems.${problem.kind}.short`, given),
      };
    }
    case 'check-digit':
      return checkDigitText(view, problem);
    case 'letter':
      return letterText(view, problem);
    case 'looks-like': {
      const what = say(`problems.looks-like.kinds.${problem.what}`);
      return {
        title: say('problems.looks-like.title'),
        summary: say('problems.looks-like.summary', { what }),
        short: say('problems.looks-like.short', { what }),
      };
    }
    default:
      return { ...titled(say, `problems.${problem.kind}`), short: say(`problems.${problem.kind}.short`) };
  }
}

function letterText(
  { say }: View,
  { character, position, reading }: ImeiProblem & { kind: 'letter' },
): ProblemText {
  const summary =
    reading === undefined
      ? say('problems.letter.summary', { character, position })
      : sentences(say('problems.letter.summary', { character, position }), say('problems.compare'));
  return {
    title: say('problems.letter.title'),
    summary: summary ?? '',
    short: say('problems.letter.short', { character, position }),
  };
}

function checkDigitText(view: View, problem: ImeiProblem & { kind: 'check-digit' }): ProblemText {
  const { expected, given, networkForm } = problem;
  const network =
    networkForm === undefined
      ? undefined
      : view.say('problems.check-digit.networkForm', { imei: shownTyped(view, networkForm) });
  // The comparison comes first: the digit that would fit is a guess, since any of the others may be wrong instead.
  const summary = sentences(
    view.say('problems.compare'),
    view.say('problems.check-digit.summary', { expected, given }),
    network,
  );
  return {
    title: view.say('problems.check-digit.title'),
    summary: summary ?? '',
    short: view.say('problems.check-digit.short', { expected, given }),
  };
}

function repairsIn(problem: ImeiProblem): readonly Imei[] {
  return problem.kind === 'check-digit' ? problem.repairs : [];
}

function repairSections(
  view: View,
  problem: ImeiProblem,
  tableName: (imei: Imei) => TacName | undefined,
): readonly Section[] {
  const repairs = view.visibility === 'private' ? repairsIn(problem) : [];
  if (repairs.length === 0) return [];
  const hidden = repairs.length - MOST_REPAIRS_TOLD;
  const lines = repairs.slice(0, MOST_REPAIRS_TOLD).map((imei) => {
    const name = tableName(imei);
    return notes(imei, name === undefined ? undefined : tableNameText(name)) ?? imei;
  });
  const more = hidden > 0 ? [view.say('problems.check-digit.moreRepairs', { count: hidden })] : [];
  return [{ heading: view.say('problems.check-digit.repairs'), fields: [], lines: [...lines, ...more] }];
}
