import type { Reply } from '../../core/reply.ts';
import type { FoundProblem } from '../../imei/find/findings.ts';
import { amountText } from '../reply/amount.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { about } from '../times.ts';
import { problemSections } from './invalid.ts';
import { sandboxNote } from './provenance.ts';

/** What a large list would cost, shown before anything is spent. */
export interface Plan {
  /** Number of different valid IMEIs. */
  readonly valid: number;
  /** Number of repeated IMEIs, which are checked once. */
  readonly duplicates: number;
  /** The numbers that are not valid IMEIs. */
  readonly problems: readonly FoundProblem[];
  /** Valid IMEIs whose answers are cached and cost nothing. */
  readonly known: number;
  /** Estimated time until the last check is sent. */
  readonly durationMs: number;
  /** US dollars; undefined if no price is configured. */
  readonly pricePerCheck: number | undefined;
}

/** Shows a large list before it runs: contents, cost and duration. */
export function planReply(view: View, plan: Plan): Reply {
  const numbers = new Intl.NumberFormat(view.say.language);
  const field = (label: string, number: number) => ({ label, value: numbers.format(number) });
  return compose({
    tone: 'neutral',
    title: view.say('plan.title', { count: plan.valid }),
    lead: view.say('plan.lead'),
    sections: [
      {
        fields: [
          field(view.say('plan.valid'), plan.valid),
          ...(plan.known > 0 ? [field(view.say('plan.known'), plan.known)] : []),
          ...(plan.duplicates > 0 ? [field(view.say('plan.duplicates'), plan.duplicates)] : []),
          ...(plan.problems.length > 0 ? [field(view.say('plan.wrong'), plan.problems.length)] : []),
          {
            label: view.say('plan.cost'),
            value: amountText(view, plan.valid - plan.known, plan.pricePerCheck),
          },
          { label: view.say('plan.duration'), value: about(view.say, plan.durationMs) },
        ],
      },
      ...problemSections(view, plan.problems),
    ],
    withoutButtons: view.say('plan.noButtons', { flag: '--confirmed' }),
    note: sandboxNote(view),
  });
}
