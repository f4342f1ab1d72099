import { type Reply, type ReplyParts, reply } from '../../core/reply/reply.ts';
import { type ImeiList, isAnswered, type ListEntry } from '../../lists/list.ts';
import type { ListWait } from '../../lists/list-wait.ts';
import type { ServiceFailure } from '../../provider/service-failure.ts';
import type { ReplyContext } from '../format.ts';
import { sandboxNote, sentences } from '../reply/compose.ts';
import { failureSummary, failureTitle, whatToDo } from '../reply/failure-texts.ts';
import { shownImei } from '../reply/masked.ts';
import { roughDuration, roughTimeFromNow } from '../texts/times.ts';
import { countsOf } from './list/list-counts.ts';
import { answeredSoFar } from './list/list-lines.ts';
import { probableName } from './phone/phone-name.ts';
import { numbersSection } from './phone/phone-parts.ts';
import { savedParts } from './phone/saved-parts.ts';

/** A shorter wait is not shown: it is over before anybody has read about it. */
const SHORT_WAIT_MS = 1_000;
/** The most answers shown while a list is under way. */
const MAX_SO_FAR = 20;

/** The reply while checks wait or run: how many are answered, and when the others will be. */
export function progressReply(context: ReplyContext, list: ImeiList, waiting: ListWait): Reply {
  const { say } = context;
  const { blockedBy, untilLastMs, untilNextMs } = waiting;
  const [first, ...more] = list.entries;
  const parts =
    first === undefined || more.length > 0
      ? listProgress(context, list, waiting)
      : oneProgress(context, first, waiting);
  const starting =
    blockedBy === 'start'
      ? say('waiting.starting', { when: roughTimeFromNow(say, untilNextMs) })
      : undefined;
  return reply({
    note: sandboxNote(context),
    ...parts,
    tone: 'progress',
    summary: blockedBy === 'store' ? say('waiting.storeFails') : (starting ?? parts.summary),
    isPlaceholder: blockedBy === undefined && untilLastMs < SHORT_WAIT_MS,
  });
}

type Progress = Omit<ReplyParts, 'tone'>;

/** While a fresh check waits or runs, the saved answer stays in the reply. */
function oneProgress(context: ReplyContext, entry: ListEntry, waiting: ListWait): Progress {
  const { savedAnswer } = entry;
  const why = whyUnanswered(context, entry, waiting);
  return savedAnswer === undefined
    ? why
    : savedParts(context, entry, { savedAnswer, why, detail: 'brief' });
}

function whyUnanswered(
  context: ReplyContext,
  { number, tacEntry }: ListEntry,
  waiting: ListWait,
): Progress {
  const { say } = context;
  const probable =
    tacEntry === undefined
      ? []
      : [numbersSection(context, [number], probableName(context, tacEntry))];
  const imei = shownImei(context, number.imei);
  const { failure } = waiting;
  if (failure !== undefined) {
    return {
      title: failureTitle(say, failure),
      summary: outageText(context, failure),
      sections: probable.length > 0 ? probable : [numbersSection(context, [number])],
    };
  }
  return {
    title: say('waiting.title', { imei }),
    summary: waitSummary(context, waiting),
    sections: probable,
  };
}

/** Says how long a single check waits. */
function waitSummary({ say }: ReplyContext, { position, untilLastMs }: ListWait): string {
  const time = roughDuration(say, untilLastMs);
  if (position === undefined) return say('waiting.asking');
  return position > 1 ? say('waiting.position', { position, time }) : say('waiting.next', { time });
}

function listProgress(context: ReplyContext, list: ImeiList, waiting: ListWait): Progress {
  const { say } = context;
  const { entries } = list;
  const { untilLastMs, failure } = waiting;
  const total = entries.length;
  const done = entries.filter(isAnswered).length;
  const ended = entries.filter(({ outcome }) => outcome !== undefined);
  const counts = countsOf({ ...list, entries: ended });
  // Of the checks that have ended: the others are in `total` only.
  const missing = (['failed', 'unchecked'] as const)
    .filter((id) => counts[id] > 0)
    .map((id) =>
      say('failure.sentence', { title: say(`list.counts.${id}`, { count: counts[id] }) }),
    );
  const ready =
    failure === undefined
      ? say('list.left', { when: roughTimeFromNow(say, untilLastMs) })
      : sentences(
          say('failure.sentence', { title: failureTitle(say, failure) }),
          outageText(context, failure),
        );
  return {
    title: say('list.progressTitle', { total }),
    summary: sentences(say('list.progressSummary', { done, total }), ...missing, ready),
    progress: { done, total, remainingMs: untilLastMs },
    sections: answeredSoFar(context, list, MAX_SO_FAR),
  };
}

/** Says what happens to a check while the service is paused. */
function outageText(context: ReplyContext, failure: ServiceFailure): string | undefined {
  const summary = failureSummary(context.say, failure);
  return sentences(summary, context.say('waiting.outage'), whatToDo(context, failure));
}
