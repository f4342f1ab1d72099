import type { Action, Reply } from '../../src/core/reply.ts';
import { planReply } from '../../src/format/imei/plan.ts';
import { otherRecords, unconfirmedRecord } from '../../src/format/imei/records.ts';
import type { Findings, FoundImei } from '../../src/imei/findings.ts';
import { viewOf } from '../define.ts';
import { againEffect } from './actions.ts';
import { savedAnswers } from './check.ts';
import type { ImeiUse } from './use.ts';

/** What of the findings one answer checks. */
export interface Chosen {
  /** `found`: those with saved answers, and as many others as may be checked at once. */
  readonly findings: Findings;
  /** How many checks they cost at most. */
  readonly cost: number;
  /** IMEIs without saved answers for the next answer. */
  readonly later: readonly FoundImei[];
}

/** Chooses what is checked now. */
export async function choose(use: ImeiUse, findings: Findings): Promise<Chosen> {
  const { batchMax, batchConfirm } = use.needs.settings;
  const { found } = findings;
  if (use.savedOnly) return { findings, cost: 0, later: [] };
  if (found.length <= Math.min(batchMax, batchConfirm)) return { findings, cost: found.length, later: [] };
  const saved = use.fresh ? undefined : await savedAnswers(use, found);
  const unsaved = found.filter(({ imei }) => saved?.has(imei) !== true);
  const later = unsaved.slice(batchMax);
  const left = new Set(later);
  return {
    findings: { ...findings, found: found.filter((one) => !left.has(one)) },
    cost: unsaved.length - later.length,
    later,
  };
}

/**
 * Whether the list is shown with its cost before it runs: if it is long, and costs more than was told when it was confirmed, since
 * saved answers expire.
 */
export function needsPlan({ needs, confirmed, told }: ImeiUse, { cost }: Chosen): boolean {
  return cost > needs.settings.batchConfirm && !(confirmed && cost <= (told ?? cost));
}

/** Shows a long list before it runs, with a button to start it. */
export function planFor(use: ImeiUse, { findings, cost, later }: Chosen): Reply {
  const { needs, invocation } = use;
  const view = viewOf(needs, invocation);
  const actions: readonly Action[] = [
    {
      id: 'check',
      label: view.say('actions.checkThem'),
      style: 'primary',
      opens: 'here',
      effect: againEffect(use, { confirmed: true, told: String(cost) }),
    },
    { id: 'leave', label: view.say('actions.leaveThem'), opens: 'here', effect: { kind: 'dismiss' } },
  ];
  return {
    ...planReply(view, {
      findings,
      cost,
      later: later.length,
      durationMs: needs.checker.estimate(cost, invocation.requester).batchMs,
      pricePerCheck: needs.settings.pricePerCheck,
    }),
    actions,
    records: () => [
      ...[...findings.found, ...later].map((one) => unconfirmedRecord(view, one)),
      ...otherRecords(view, findings),
    ],
  };
}
