import type { Reply, Section } from '../../src/core/reply.ts';
import { answerReply, nothingReply, withNumbers } from '../../src/format/imei/answer.ts';
import { planParts } from '../../src/format/imei/progress.ts';
import { noImeiRecord } from '../../src/format/imei/records.ts';
import {
  isBeyondModel,
  isBeyondModelWithImei,
  isHelpRequest,
} from '../../src/format/words/understood.ts';
import type { Findings, FoundImei } from '../../src/imei/findings.ts';
import { examplesFor, type Help } from '../help.ts';
import { viewOf } from '../services.ts';
import { answerActions, planActions } from './actions.ts';
import { type Chosen, checkAll, choose } from './check.ts';
import { findingsIn, type ImeiUse, isEmpty, withIncluded } from './numbers.ts';

/** Answers a free text: the IMEIs in it checked, or what to do if there is none. */
export async function* answerText(use: ImeiUse, help: Help): AsyncGenerator<Reply> {
  const findings = findingsIn(use);
  const view = viewOf(use.services, use.invocation);
  if (isEmpty(findings)) {
    yield { ...(await wordsReply(use, help)), records: () => [noImeiRecord(view, use.text)] };
  } else {
    const hasQuestion = findings.found.length === 1 && isBeyondModelWithImei(use.text);
    yield* answerFindings(use, findings, {
      lead: hasQuestion ? view.say('modelOnly.note') : undefined,
    });
  }
}

/** Answers the numbers of a text, a picture or several files. */
export async function* answerFindings(
  use: ImeiUse,
  findings: Findings,
  extra: { readonly lead?: string | undefined; readonly more?: readonly Section[] },
): AsyncGenerator<Reply> {
  const { services, invocation, detail } = use;
  const chosen = await choose(use, withIncluded(use, findings));
  if (needsPlan(use, chosen)) return yield planReply(use, chosen, extra.more);
  const list = yield* checkAll(use, chosen);
  const { tacName } = services;
  yield {
    ...answerReply(viewOf(services, invocation), list, { detail, tacName, ...extra }),
    actions: answerActions(use, list),
  };
}

/** Whether the list is shown with its cost before it runs. */
export function needsPlan({ services, confirmed }: ImeiUse, { cost }: Chosen): boolean {
  return cost > services.settings.batchConfirm && !confirmed;
}

/** Shows a long list before it runs, with a button to start it. */
export function planReply(
  use: ImeiUse,
  { findings, cost, later }: Chosen,
  more?: readonly Section[],
): Reply {
  const { services, invocation } = use;
  const view = viewOf(services, invocation);
  const listed = (all: readonly FoundImei[], outcome?: { readonly kind: 'later' }) =>
    all.map((found) => ({ found, tableName: undefined, outcome }));
  const list = {
    ...findings,
    checked: [...listed(findings.found), ...listed(later, { kind: 'later' })],
  };
  const durationMs = services.checker.estimate(cost, invocation.requester).batchMs;
  const { pricePerCheck } = services.settings;
  const plan = planParts(view, list, { cost, durationMs, pricePerCheck });
  return {
    ...withNumbers(view, plan, list, more === undefined ? {} : { more }),
    withoutButtons: view.say('plan.noButtons', { flag: '--confirmed' }),
    actions: planActions(use),
  };
}

/** The reply to words without a number: the help, what the bot cannot know, or what it needs. */
async function wordsReply({ services, invocation, text }: ImeiUse, help: Help): Promise<Reply> {
  if (isHelpRequest(text)) return help(invocation);
  const examples = await examplesFor(services, invocation);
  const at = isBeyondModel(text) ? 'modelOnly' : 'hint';
  return nothingReply(viewOf(services, invocation), at, examples);
}
