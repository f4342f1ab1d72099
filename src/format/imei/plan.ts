import type { Reply } from '../../core/reply.ts';
import type { Findings } from '../../imei/findings.ts';
import { amountText } from '../phrases.ts';
import { compose, sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { about } from '../times.ts';
import { withOthers } from './list.ts';
import { sandboxNote } from './notes.ts';

/** What a long list costs, shown before anything is spent. */
export interface Plan {
  /** `found`: those that are checked now. */
  readonly findings: Findings;
  /** How many of them have no saved answer. */
  readonly cost: number;
  /** How many IMEIs are left for later. */
  readonly later: number;
  /** Estimated time until the last check is sent. */
  readonly durationMs: number;
  /** US dollars; undefined if no price is configured. */
  readonly pricePerCheck: number | undefined;
}

/** Shows a list before it runs: contents, cost and duration. */
export function planReply(view: View, { findings, cost, later, durationMs, pricePerCheck }: Plan): Reply {
  const { say } = view;
  const numbers = new Intl.NumberFormat(say.language);
  const { found, asked, problems, duplicates } = findings;
  const field = (label: string, number: number) =>
    number === 0 ? [] : [{ label, value: numbers.format(number) }];
  const plan = compose({
    tone: 'neutral',
    title: say('plan.title', { count: found.length }),
    summary: sentences(later > 0 ? say('list.later', { count: later }) : undefined, say('plan.summary')),
    sections: [
      {
        fields: [
          ...field(say('plan.valid'), found.length),
          ...field(say('plan.known'), found.length - cost),
          ...field(say('plan.duplicates'), duplicates),
          ...field(say('list.headings.asked'), asked.length),
          ...field(say('plan.wrong'), problems.length),
          { label: say('plan.cost'), value: amountText(say, cost, pricePerCheck) },
          { label: say('plan.duration'), value: about(say, durationMs) },
        ],
      },
    ],
    note: sandboxNote(view),
  });
  return {
    ...withOthers(view, plan, findings),
    withoutButtons: say('plan.noButtons', { flag: '--confirmed' }),
  };
}
