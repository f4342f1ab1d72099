import type { Reply } from '../../core/reply.ts';
import { amountText } from '../phrases.ts';
import { compose, type Parts, sentences } from '../reply/compose.ts';
import { shownImei, type View } from '../reply/view.ts';
import { about, inAbout } from '../times.ts';
import { imeiField, tableField } from './device.ts';
import { sandboxNote } from './notes.ts';
import type { Checked, ImeiList } from './outcome.ts';

/** A shorter wait is over before it has been read. In milliseconds. */
const SHORT_WAIT_MS = 1_000;

/** How the checks of a list are waiting. */
export interface Waiting {
  /** Until the next check is sent, and until the last one, in milliseconds. */
  readonly nextMs: number;
  readonly leftMs: number;
  /** Of a single check: its position in the queue, from 1; undefined before it is known. */
  readonly position?: number | undefined;
  /** Why the bot itself sends nothing: see `Wait`. */
  readonly held?: 'store' | 'start' | undefined;
}

/** Shown while checks wait or run: how far they are, when they will be ready. */
export function progressReply(view: View, list: ImeiList, waiting: Waiting): Reply {
  const { say } = view;
  const [first, ...more] = list.checked;
  const isShort = waiting.held === undefined && waiting.leftMs < SHORT_WAIT_MS;
  const several = more.length > 0 || first === undefined;
  return compose({
    tone: 'progress',
    ...(several ? listProgress(view, list, waiting) : oneProgress(view, first, waiting)),
    ...(waiting.held !== undefined && {
      summary:
        waiting.held === 'store'
          ? say('waiting.held')
          : say('waiting.starting', { when: inAbout(say, waiting.nextMs) }),
    }),
    placeholder: isShort,
    note: sandboxNote(view),
  });
}

function oneProgress(
  view: View,
  { found, tableName }: Checked,
  { position, leftMs }: Waiting,
): Pick<Parts, 'title' | 'summary' | 'sections'> {
  const { say } = view;
  const time = about(say, leftMs);
  const place =
    position === undefined || position <= 1
      ? say('waiting.next', { time })
      : say('waiting.place', { place: position, time });
  const fields = [...tableField(view, tableName), imeiField(view, found.imei)];
  return {
    title: say('waiting.title', { imei: shownImei(view, found.imei) }),
    summary: position === undefined ? say('waiting.asking') : place,
    sections: tableName === undefined ? [] : [{ fields }],
  };
}

function listProgress(
  view: View,
  { checked }: ImeiList,
  { leftMs }: Waiting,
): Pick<Parts, 'title' | 'summary' | 'progress'> {
  const total = checked.length;
  const done = checked.filter(({ outcome }) => outcome !== undefined).length;
  return {
    title: view.say('list.progressTitle', { total }),
    summary: sentences(
      view.say('list.progressSummary', { done, total }),
      view.say('list.left', { when: inAbout(view.say, leftMs) }),
    ),
    progress: { done, total, leftMs },
  };
}

/** What a long list costs, shown before anything is spent. */
export interface Plan {
  /** How many IMEIs have no saved answer. */
  readonly cost: number;
  /** How many IMEIs are left for later. */
  readonly later: number;
  /** Estimated time until the last check is sent. */
  readonly durationMs: number;
  /** US dollars; undefined if no price is configured. */
  readonly pricePerCheck: number | undefined;
}

/** Shows a list before it runs: how many, cost and duration. */
export function planParts(
  view: View,
  { checked, duplicates }: ImeiList,
  { cost, later, durationMs, pricePerCheck }: Plan,
): Parts {
  const { say } = view;
  const count = checked.length - later;
  const known = { label: say('plan.known'), value: new Intl.NumberFormat(say.language).format(count - cost) };
  return {
    tone: 'neutral',
    title: say('plan.title', { count }),
    summary: sentences(
      duplicates > 0 ? say('list.duplicates', { count: duplicates }) : undefined,
      later > 0 ? say('list.later', { count: later }) : undefined,
      say('plan.summary'),
    ),
    sections: [
      {
        fields: [
          ...(count > cost ? [known] : []),
          { label: say('plan.cost'), value: amountText(say, cost, pricePerCheck) },
          { label: say('plan.duration'), value: about(say, durationMs) },
        ],
      },
    ],
    note: sandboxNote(view),
  };
}
