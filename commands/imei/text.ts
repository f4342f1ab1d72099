import { inPortions } from '../../src/core/async/event-loop.ts';
import type { Reply } from '../../src/core/reply.ts';
import { tooManyReply } from '../../src/format/imei/plan.ts';
import { problemsReply } from '../../src/format/imei/problem.ts';
import { noImeiRecord, problemRecord, tooManyRecord } from '../../src/format/imei/records.ts';
import { takenAnyway } from '../../src/imei/find/anyway.ts';
import { imeiSteps } from '../../src/imei/find/find.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import { tacOf } from '../../src/imei/number/imei.ts';
import { viewOf } from '../define.ts';
import { anywayActions, repairActions } from './actions.ts';
import { checkMany } from './many.ts';
import { checkOne } from './one.ts';
import { answerAside, isConfirmed, planFor, textPart, textPartAction } from './plan.ts';
import type { ImeiUse } from './use.ts';
import { besideNumber, wordsReply } from './words.ts';

/** Answers a free text: the IMEIs in it checked, or what to do when there is none. */
export async function* answerText(use: ImeiUse): AsyncGenerator<Reply> {
  const findings = await findingsIn(use);
  const states = answerFindings(use, findings);
  yield* findings.found.length === 1 ? besideNumber(use, states) : states;
}

/** Answers the findings of a text, of pictures or of several files. */
export function answerFindings(use: ImeiUse, findings: Findings): AsyncIterable<Reply> {
  const { found, problems, aside } = findings;
  const [only] = found;
  const isOne = only !== undefined && found.length === 1 && use.rows === undefined;
  return answerAside(use, isOne ? checkOne(use, only, problems) : answerMany(use, findings), aside);
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
  } else if (count > settings.batchConfirm && !(await isConfirmed(use, findings))) {
    yield await planFor(use, findings);
  } else {
    yield* checkMany(use, findings);
  }
}

/** The IMEIs in the text of a message. */
export async function findingsIn({ needs, text, anyway }: ImeiUse): Promise<Findings> {
  const findings = await inPortions(imeiSteps(text, (tac) => needs.tacName(tac) !== undefined));
  return anyway ? takenAnyway(findings) : findings;
}

async function nothingToCheck(use: ImeiUse, problems: Findings['problems']): Promise<Reply> {
  const view = viewOf(use.needs, use.invocation);
  if (problems.length === 0) {
    return { ...(await wordsReply(use)), records: () => [noImeiRecord(view, use.text)] };
  }
  return {
    ...problemsReply(view, problems, (imei) => use.needs.tacName(tacOf(imei))),
    actions: [...repairActions(use, problems), ...anywayActions(use, problems, 'here')],
    records: () => problems.map((problem) => problemRecord(view, problem)),
  };
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
