import type { Reply } from '../../core/reply.ts';
import type { Aside, Findings, FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import { amountText, inARow } from '../phrases.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine, shownImei, type View } from '../reply/view.ts';
import { about } from '../times.ts';
import { isAsked } from './doubt.ts';
import { sandboxNote } from './notes.ts';
import { problemSections } from './problem.ts';

/** Most parts for which a reply to a message with too many IMEIs says where to split. */
const MOST_PARTS = 10;

/** What a list would cost that is large, or may be one of something else, shown before anything is spent. */
export interface Plan {
  /** Number of different valid IMEIs. */
  readonly valid: number;
  /** Number of repeated IMEIs, which are checked once. */
  readonly duplicates: number;
  /** The numbers that are not valid IMEIs. */
  readonly problems: readonly FoundProblem[];
  /** Valid IMEIs whose answers are cached and cost nothing. */
  readonly known: number;
  /** Nothing says that the numbers are IMEIs, and others look the same. */
  readonly isDoubtful: boolean;
  /** It is longer than one that runs unasked, as the last part of a list may not be. */
  readonly isLong: boolean;
  /** Estimated time until the last check is sent. */
  readonly durationMs: number;
  /** US dollars; undefined if no price is configured. */
  readonly pricePerCheck: number | undefined;
}

/** Shows a list before it runs: contents, cost and duration. */
export function planReply(view: View, plan: Plan): Reply {
  const numbers = new Intl.NumberFormat(view.say.language);
  const asked = plan.problems.filter(isAsked).length;
  const field = (label: string, number: number) => ({ label, value: numbers.format(number) });
  return compose({
    tone: 'neutral',
    title: view.say(plan.isDoubtful ? 'plan.titleUnsure' : 'plan.title', { count: plan.valid }),
    summary: view.say(plan.isDoubtful ? 'plan.unsure' : plan.isLong ? 'plan.summary' : 'plan.part'),
    sections: [
      {
        fields: [
          field(view.say(plan.isDoubtful ? 'plan.possible' : 'plan.valid'), plan.valid),
          ...(plan.known > 0 ? [field(view.say('plan.known'), plan.known)] : []),
          ...(plan.duplicates > 0 ? [field(view.say('plan.duplicates'), plan.duplicates)] : []),
          ...(asked > 0 ? [field(view.say('list.headings.asked'), asked)] : []),
          ...(plan.problems.length > asked
            ? [field(view.say('plan.wrong'), plan.problems.length - asked)]
            : []),
          {
            label: view.say('plan.cost'),
            value: amountText(view.say, plan.valid - plan.known, plan.pricePerCheck),
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

/** Most numbers of one name that are shown: enough to see what they are. */
const MOST_SHOWN = 3;

/** Adds the numbers that may be IMEIs and are not checked unasked, by their names. */
export function withAside(view: View, reply: Reply, aside: readonly Aside[]): Reply {
  const count = new Intl.NumberFormat(view.say.language);
  const lines = aside.map(({ name, imeis }) => {
    const shown = imeis.slice(0, MOST_SHOWN).map((imei) => shownImei(view, imei));
    const numbers = inARow(view.say, imeis.length > MOST_SHOWN ? [...shown, '…'] : shown);
    return `${oneLine(name, 40)} (${count.format(imeis.length)}): ${numbers}`;
  });
  const section = { heading: view.say('plan.aside'), fields: [], lines };
  const withoutButtons = sentences(reply.withoutButtons, view.say('plan.asideNoButtons')) ?? '';
  return { ...reply, sections: [...reply.sections, section], withoutButtons };
}

/** Refuses more IMEIs than one message may have and says where to split it, and which numbers are in no part. */
export function tooManyReply(view: View, { found, problems }: Findings, most: number): Reply {
  const parts = Array.from({ length: Math.ceil(found.length / most) }, (_, part) =>
    found.slice(part * most, (part + 1) * most),
  );
  return compose({
    tone: 'warning',
    title: view.say('tooMany.title', { count: found.length }),
    summary: view.say('tooMany.summary', { most, parts: parts.length }),
    withoutButtons: view.say('tooMany.noButtons'),
    sections: [
      ...(parts.length > MOST_PARTS
        ? []
        : [{ heading: view.say('tooMany.partsHeading'), fields: [], lines: partLines(view, parts) }]),
      ...problemSections(view, problems),
    ],
    note: view.say('notes.nothingSpent'),
  });
}

function partLines(view: View, parts: readonly (readonly FoundImei[])[]): readonly string[] {
  const ends = parts.map((part) => ({ part, from: part[0]?.line ?? 1, to: part.at(-1)?.line ?? 1 }));
  const byLines = ends.every(({ to }, index) => to < (ends[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  return ends.map(({ part, from, to }, index) => {
    if (byLines) {
      const number = index + 1;
      return from === to
        ? view.say('tooMany.line', { part: number, from })
        : view.say('tooMany.lines', { part: number, from, to });
    }
    const last = part.at(-1);
    return view.say('tooMany.imeis', {
      part: index + 1,
      count: part.length,
      last: last === undefined ? '' : shownImei(view, last.imei),
    });
  });
}
