import type { DayAllowance } from '../../src/checks/usage.ts';
import type { Reply, Section } from '../../src/core/reply.ts';
import { withNumbers } from '../../src/format/imei/answer.ts';
import type { ImeiList } from '../../src/format/imei/outcome.ts';
import { planParts } from '../../src/format/imei/progress.ts';
import { nearlyUsedUpNote } from '../../src/format/quota/allowance.ts';
import type { Findings, FoundImei } from '../../src/imei/findings.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { viewOf } from '../services.ts';
import { planActions, showActions } from './actions.ts';
import { type ImeiQuestion, MAX_SINGLE } from './numbers.ts';

/** Saved answers that are looked up in parallel. */
const PARALLEL = 20;

/** Which findings one answer checks. */
export interface Chosen {
  /** `found`: those with saved answers, and as many others as may be checked at once. */
  readonly findings: Findings;
  /** How many checks they cost at most. */
  readonly cost: number;
  /** IMEIs without saved answers for the next answer. */
  readonly later: readonly FoundImei[];
  /** What the person may still check today, if that is why some have to wait. */
  readonly allowance?: DayAllowance | undefined;
}

/** Chooses what is checked now. */
export async function choose(question: ImeiQuestion, findings: Findings): Promise<Chosen> {
  const { services, invocation, saved, fresh } = question;
  const { batchMax, batchConfirm } = services.settings;
  const { found } = findings;
  const everything = { findings, cost: found.length, later: [] };
  if (saved !== undefined) return { ...everything, cost: 0 };
  // A single number is checked or refused.
  if (found.length <= 1) return everything;
  const allowance = await services.allowance(invocation);
  const maxNow = Math.min(batchMax, allowance?.left ?? batchMax);
  if (found.length <= Math.min(maxNow, batchConfirm)) return everything;
  const withAnswer = fresh ? new Set<Imei>() : await savedAnswers(question, found);
  const costly = found.filter(({ imei }) => !withAnswer.has(imei));
  const later = costly.slice(maxNow);
  const isDayShort = later.length > 0 && maxNow < batchMax;
  const postponed = new Set(later);
  return {
    findings: { ...findings, found: found.filter((number) => !postponed.has(number)) },
    cost: costly.length - later.length,
    later,
    allowance: isDayShort ? allowance : undefined,
  };
}

/** Whether the list is shown with its cost before it runs. */
export function needsPlan({ services, confirmed }: ImeiQuestion, chosen: Chosen): boolean {
  const { cost, allowance, findings } = chosen;
  if (allowance !== undefined) {
    const isNothingLeft = cost === 0 && findings.found.length === 0;
    return isNothingLeft || (cost > 0 && !confirmed);
  }
  return cost > services.settings.batchConfirm && !confirmed;
}

/** Shows a long list before it runs, with a button to start it. */
export async function planReply(
  question: ImeiQuestion,
  chosen: Chosen,
  more?: readonly Section[],
): Promise<Reply> {
  const { services, invocation } = question;
  const { findings, cost, later, allowance } = chosen;
  const view = viewOf(services, invocation);
  const now = findings.found.map((found) => ({ found, tableName: undefined, outcome: undefined }));
  const next = later.map((found) => ({
    found,
    tableName: undefined,
    outcome: { kind: 'later' as const },
  }));
  const list = { ...findings, checked: [...now, ...next] };
  const durationMs = services.checker.estimate(cost, invocation.requester).batchMs;
  const { pricePerCheck } = services.settings;
  const { paused } = await services.usage();
  const plan = planParts(view, list, { cost, durationMs, pricePerCheck, allowance, paused });
  const reply = withNumbers(view, plan, list, more === undefined ? {} : { more });
  if (cost === 0) return reply;
  return {
    ...reply,
    withoutButtons: view.say('plan.noButtons', { flag: '--confirmed' }),
    actions: planActions(question, allowance && cost),
  };
}

/** Says that these numbers are being checked already; undefined if they are not. */
export function runningReply(question: ImeiQuestion, { found }: Findings): Reply | undefined {
  const { running, invocation, confirmed, fresh, saved } = question;
  if (confirmed || fresh || saved !== undefined || found.length <= MAX_SINGLE) return undefined;
  const imeis = found.map(({ imei }) => imei);
  const [list] = running.find(invocation.requester, imeis);
  if (list === undefined) return undefined;
  const { say } = viewOf(question.services, invocation);
  const { progress: _, ...soFar } = list.progress();
  return { ...soFar, tone: 'neutral', title: say('list.running'), actions: showActions(question) };
}

/** Small print for an answer that used a check, if few are left of the person's day. */
export async function nearlyUsedUp(
  { services, invocation }: ImeiQuestion,
  { checked }: ImeiList,
): Promise<string | undefined> {
  const hasPaid = checked.some(
    ({ outcome }) => outcome?.kind === 'answered' && outcome.answer.source === 'service',
  );
  // Others need not read it, and admins have the budget in /quota.
  if (!hasPaid || invocation.admin || invocation.visibility === 'shared') return undefined;
  try {
    const allowance = await services.allowance(invocation);
    return allowance && nearlyUsedUpNote(viewOf(services, invocation), allowance);
  } catch (error) {
    // The answer is paid for, and comes without the figure.
    if (!(error instanceof StoreFailed)) services.reportFault(error);
    return undefined;
  }
}

/** The IMEIs that have a saved answer; no check is spent. */
async function savedAnswers(
  { services }: ImeiQuestion,
  found: readonly FoundImei[],
): Promise<ReadonlySet<Imei>> {
  const saved = new Set<Imei>();
  const look = async ({ imei }: FoundImei): Promise<void> => {
    try {
      const answer = await services.checker.peek(imei);
      if (answer !== undefined && 'source' in answer) saved.add(imei);
    } catch (error) {
      if (error instanceof StoreFailed) throw error;
      // An internal error of one answer does not stop the others.
      services.reportFault(error);
    }
  };
  for (let from = 0; from < found.length; from += PARALLEL) {
    await Promise.all(found.slice(from, from + PARALLEL).map(look));
  }
  return saved;
}
