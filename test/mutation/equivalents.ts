import { ANSWERS } from './equivalents-in-answers.ts';
import { CHECKS } from './equivalents-in-checks.ts';
import { FINDING } from './equivalents-in-finding.ts';
import { OUTBOX } from './equivalents-in-outbox.ts';
import { STORE } from './equivalents-in-store.ts';
import { TEXTS } from './equivalents-in-texts.ts';
import { changesOf, type Equivalent } from './score.ts';

/** Survivors that somebody has looked at and found to be the same program in other words. */
export const EQUIVALENTS: readonly Equivalent[] = [
  ...changesOf(
    'src/limiter/fair-queue.ts',
    'const all = people.size < turns ? sumUpTo(people.values(), turns) : sizes.sumUpTo(turns);',
    'both sums are the same; the one with fewer steps is taken',
    ['true', 'false', 'people.size <= turns', 'people.size >= turns'],
  ),
  ...changesOf(
    'src/limiter/fair-queue.ts',
    'if (owner === undefined || person === undefined) return false;',
    'an owner has a person: what has none has no owner either',
    ['owner === undefined && person === undefined', 'false'],
  ),
  ...changesOf(
    'src/limiter/fair-queue.ts',
    'if (item === undefined || owner === undefined) return undefined;',
    'an item that waits has an owner',
    ['item === undefined && owner === undefined', 'false'],
  ),
  ...changesOf(
    'src/limiter/fair-queue.ts',
    'const owner = item === undefined ? undefined : owners.get(item);',
    'nobody owns what is not there',
    ['false'],
  ),
  ...changesOf('src/limiter/fair-queue.ts', 'list?.delete(item);', 'the list of an item is there', [
    'list.delete',
  ]),
  ...changesOf(
    'src/limiter/fair-queue.ts',
    '(person?.lists.get(list)?.size ?? 0)',
    'the caller asks for a list that is there, or for none',
    ['person?.lists.get(list).size', 'false'],
  ),
  ...changesOf(
    'src/limiter/fair-queue.ts',
    'const person = name === undefined ? undefined : people.get(name);',
    'nobody is called undefined',
    ['false'],
  ),
  ...changesOf(
    'src/limiter/fair-queue.ts',
    'if (lists.size > 1) return inTurns(lists.values(), (list) => list);',
    'the turns of one list are the list; it is only read faster',
    ['true', 'lists.size >= 1'],
  ),
  ...changesOf(
    'src/limiter/fair-queue.ts',
    'size <= most && size < atLeast.length; size += 1)',
    'beyond its end a list of counts holds nothing to add',
    ['size <= atLeast.length', 'true'],
  ),
  ...changesOf('src/limiter/fair-queue.ts', 'const atLeast: number[] = [];', 'no size is 0', [
    '["Stryker was here"]',
  ]),
  ...changesOf('src/limiter/queue.ts', 'person !== undefined && { person }', 'undefined is the default', [
    'true',
  ]),
  ...changesOf(
    'src/limiter/queue.ts',
    'if (head !== undefined && owner !== undefined && elapsedMs - headSince > patienceMs)',
    'the head of the batches has an owner',
    ['head !== undefined || owner !== undefined', 'true'],
  ),
  ...changesOf(
    'src/limiter/queue.ts',
    'const owner = head === undefined ? undefined : batches.owners.get(head);',
    'nobody owns what is not there',
    ['false'],
  ),
  ...changesOf(
    'src/limiter/forecast.ts',
    'if (time >= bestTime) continue;',
    'of two equal ones either will do',
    ['time > bestTime'],
  ),
  ...changesOf(
    'src/limiter/forecast.ts',
    'if (count < 3 * round) return play(priority, count);',
    'whether it is played or skipped, the last is told the same; it is only told faster',
    ['true', 'count <= 3 * round'],
  ),
  ...changesOf(
    'src/limiter/gates.ts',
    '(signal === undefined ? ended : untilAborted(ended, signal)).finally(() =>',
    'whoever has left is resumed to no effect; the set does not grow beyond the pause',
    ['() => undefined'],
  ),
  ...changesOf(
    'src/limiter/window/local.ts',
    'if (ms > 0) await clock.sleep(ms',
    'a sleep of no length ends at once',
    ['true', 'ms >= 0'],
  ),
  ...changesOf(
    'src/limiter/window/past-holds.ts',
    'const inFlight = holds.filter(',
    'those with an in-flight slot stand first, and what has none takes none',
    ['holds', 'true', 'inFlightMs >= 0'],
  ),
  ...changesOf(
    'src/limiter/dispatcher.ts',
    'const batchMs = queue.batchLength > 0 ? batchGate.waitMs() : 0;',
    'the timer only looks again, and rings no later',
    ['true', 'queue.batchLength >= 0'],
  ),
  ...changesOf(
    'src/limiter/dispatcher.ts',
    'if (ringsAt <= at) return;',
    'a timer that is set anew for the same time rings then',
    ['ringsAt < at'],
  ),
  ...changesOf(
    'src/limiter/window/shared.ts',
    'if (owed.size === 0 && pausedUntil === 0) return;',
    'what is owed is nothing, and telling it tells nothing',
    ['false'],
  ),
  ...CHECKS,
  ...OUTBOX,
  ...STORE,
  ...FINDING,
  ...TEXTS,
  ...ANSWERS,
];
