import { inPortions } from '../../src/core/async/event-loop.ts';
import type { Reply } from '../../src/core/reply.ts';
import { withModelOnlyNote } from '../../src/format/imei/notes.ts';
import { tooManyReply } from '../../src/format/imei/plan.ts';
import { problemRecord, tooManyRecord } from '../../src/format/imei/records.ts';
import { asksBeyondModelBeside } from '../../src/format/words/understood.ts';
import { takenAnyway } from '../../src/imei/find/anyway.ts';
import { imeiSteps } from '../../src/imei/find/find.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import { viewOf } from '../define.ts';
import { checkOne } from './check.ts';
import { checkMany } from './many.ts';
import { answerAside, isConfirmed, planFor, textPart, textPartAction } from './plan.ts';
import type { ImeiUse } from './use.ts';
import { nothingToCheck } from './words.ts';

/** Answers a free text: the IMEIs in it checked, or what to do when there is none. */
export async function* answerText(use: ImeiUse): AsyncGenerator<Reply> {
  const findings = await findingsIn(use);
  const states = answerFindings(use, findings);
  const isAskedMore = findings.found.length === 1 && asksBeyondModelBeside(use.text);
  yield* isAskedMore ? withNote(use, states) : states;
}

/** The answer to one number, with a word on what it does not say, for who asks for that beside the number. */
async function* withNote(
  { needs, invocation }: ImeiUse,
  states: AsyncIterable<Reply>,
): AsyncGenerator<Reply> {
  const view = viewOf(needs, invocation);
  for await (const state of states) yield withModelOnlyNote(view, state);
}

/** Answers the findings of a text, of pictures or of several files. */
export function answerFindings(use: ImeiUse, findings: Findings): AsyncIterable<Reply> {
  const { found, problems, aside } = findings;
  const [only] = found.length === 1 && use.rows === undefined ? found : [];
  const states = only === undefined ? answerMany(use, findings) : checkOne(use, only, problems);
  return answerAside(use, states, aside);
}

/** Answers several IMEIs, none, or a part of a list. */
async function* answerMany(use: ImeiUse, findings: Findings): AsyncGenerator<Reply> {
  const { settings } = use.needs;
  const count = findings.found.length;
  if (count === 0) {
    yield await nothingToCheck(use, findings.problems);
  } else if (use.rows !== undefined) {
    const part = textPart(use, findings);
    if (await isConfirmed(part.use, part.findings)) yield* checkMany(part.use, part.findings);
    else yield await planFor(use, part.findings);
  } else if (count > settings.batchMax) {
    yield tooMany(use, findings);
  } else if (
    (count > settings.batchConfirm || use.told !== undefined) &&
    !(await isConfirmed(use, findings))
  ) {
    yield await planFor(use, findings, use.anyway && use.told === 0);
  } else {
    yield* checkMany(use, findings);
  }
}

/** The IMEIs in the text of a message. */
export async function findingsIn({ needs, text, anyway }: ImeiUse): Promise<Findings> {
  const findings = await inPortions(imeiSteps(text, (tac) => needs.tacName(tac) !== undefined));
  return anyway ? takenAnyway(findings) : findings;
}

function tooMany(use: ImeiUse, findings: Findings): Reply {
  const { found, problems } = findings;
  const { needs, invocation } = use;
  const view = viewOf(needs, invocation);
  return {
    ...tooManyReply(view, findings, needs.settings.batchMax),
    actions: [textPartAction(use, found, 0)],
    records: () => [
      ...found.map((one) => tooManyRecord(view, one)),
      ...problems.map((problem) => problemRecord(view, problem)),
    ],
  };
}
