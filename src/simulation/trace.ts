import { HOUR_MS } from '../core/clock.ts';
import { completeImei, type Imei } from '../imei/imei.ts';
import { createRandom } from '../sandbox/faults/random.ts';

const BUSIEST_HOUR = 17;
/** How far the busiest and the quietest hour are from the average. */
const SWING = 0.8;

/** The service has no record of types whose code begins like this. */
export const UNKNOWN_TYPES = '99';

/** Types of phones that people have; the n-th is asked for 1/n times as often as the first. */
const TYPES = 20_000;
/** One type in so many is not known to the service. */
const UNKNOWN_EVERY = 50;
/** Checks that come in lists, and how long lists are; short ones are more frequent. */
const LISTED = 0.25;
const LIST = { shortest: 2, longest: 100 };
/** Most of a list is of a few types, as what a dealer has on the shelf. */
const SHELF = { types: 3, share: 0.7 };
/** Single checks of an IMEI that was asked for before, the more likely the later that was. */
const REPEATED = 0.2;
/** Single checks that come in bursts, as when a picture goes round: one of these every few hours. */
const IN_BURSTS = 0.05;
const BURST_EVERY_HOURS = 3;
const BURST_MS = 60_000;
/** Of those, how many ask for the very IMEI in the picture; the others have the same type. */
const SAME_IN_BURST = 0.5;

export interface TraceOptions {
  readonly users: number;
  readonly hours: number;
  /** How many IMEIs are asked for in all. */
  readonly checks: number;
  readonly seed: number;
}

/** One message of a person. */
export interface TraceRequest {
  /** Milliseconds since the beginning, which is midnight. */
  readonly atMs: number;
  /** From 0 to the number of users. */
  readonly user: number;
  /** Each once. */
  readonly imeis: readonly Imei[];
}

type Random = () => number;
/** A message whose IMEIs are not chosen yet: those that repeat others need to know what came before. */
interface Occasion {
  readonly atMs: number;
  readonly choose: (past: readonly Imei[]) => readonly Imei[];
}

/**
 * What people ask for in some hours, the same in every run with the same seed: types by Zipf's law, the same IMEI
 * again, bursts, lists, more by day than by night. In the order of their times.
 */
export function createTrace({ users, hours, checks, seed }: TraceOptions): readonly TraceRequest[] {
  const random = createRandom(seed);
  const drawTime = createDayCurve(hours, random);
  const types = createTypes(random);
  const listed = Math.round(checks * LISTED);
  const inBursts = Math.round((checks - listed) * IN_BURSTS);
  const occasions = [
    ...lists(listed, { random, drawTime, types }),
    ...bursts(inBursts, { random, drawTime, types, hours }),
    ...singles(checks - listed - inBursts, { random, drawTime, types }),
  ].sort((one, other) => one.atMs - other.atMs);
  const past: Imei[] = [];
  return occasions.map(({ atMs, choose }) => {
    const imeis = choose(past);
    past.push(...imeis);
    // Some people ask more than others.
    return { atMs, user: Math.floor(users * random() ** 2), imeis };
  });
}

interface Types {
  /** A type's code, drawn by how frequent it is. */
  draw(): string;
  /** A phone of this type. */
  phoneOf(tac: string): Imei;
}

function createTypes(random: Random): Types {
  const drawRank = createZipf(TYPES, random);
  return {
    draw: () => tacOfRank(drawRank()),
    phoneOf: (tac) => {
      const imei = completeImei(`${tac}${String(Math.floor(random() * 1e6)).padStart(6, '0')}`);
      if (imei === undefined) throw new Error(`${tac} is no type code`);
      return imei;
    },
  };
}

/** Different for different ranks, and in no order. */
function tacOfRank(rank: number): string {
  const isUnknown = rank % UNKNOWN_EVERY === UNKNOWN_EVERY - 1;
  return `${isUnknown ? UNKNOWN_TYPES : '35'}${String((rank * 7_919) % 1_000_000).padStart(6, '0')}`;
}

interface Drawing {
  readonly random: Random;
  readonly drawTime: () => number;
  readonly types: Types;
}

function singles(count: number, { random, drawTime, types }: Drawing): Occasion[] {
  return Array.from({ length: count }, () => ({
    atMs: drawTime(),
    choose: (past) => {
      const again = random() < REPEATED ? past[Math.floor(past.length * (1 - random() ** 3))] : undefined;
      return [again ?? types.phoneOf(types.draw())];
    },
  }));
}

function lists(checks: number, { random, drawTime, types }: Drawing): Occasion[] {
  const found: Occasion[] = [];
  for (let left = checks; left > 0; ) {
    const drawn = Math.round(LIST.shortest * (LIST.longest / LIST.shortest) ** random());
    const length = Math.min(drawn, left);
    left -= length;
    const shelf = Array.from({ length: SHELF.types }, types.draw);
    const item = (): Imei => {
      const own = random() < SHELF.share ? shelf[Math.floor(random() * shelf.length)] : undefined;
      return types.phoneOf(own ?? types.draw());
    };
    found.push({ atMs: drawTime(), choose: () => [...new Set(Array.from({ length }, item))] });
  }
  return found;
}

function bursts(count: number, { random, drawTime, types, hours }: Drawing & { hours: number }): Occasion[] {
  const pictures = Array.from({ length: Math.ceil(hours / BURST_EVERY_HOURS) }, () => {
    const tac = types.draw();
    return { atMs: drawTime(), tac, imei: types.phoneOf(tac) };
  });
  return Array.from({ length: count }, (_, index) => {
    const picture = pictures[index % pictures.length];
    if (picture === undefined) throw new Error('there is no burst to be in');
    const later = -Math.log(1 - random()) * BURST_MS;
    return {
      atMs: Math.min(Math.round(picture.atMs + later), hours * HOUR_MS - 1),
      choose: () => [random() < SAME_IN_BURST ? picture.imei : types.phoneOf(picture.tac)],
    };
  });
}

/**
 * Draws moments of so many hours from midnight on, in milliseconds from their beginning: nine times as many at the
 * busiest hour as at the quietest.
 */
function createDayCurve(hours: number, random: () => number): () => number {
  const busyness = (hour: number): number => 1 + SWING * Math.cos(((hour - BUSIEST_HOUR) / 24) * 2 * Math.PI);
  return () => {
    for (;;) {
      const hour = random() * hours;
      if (random() * (1 + SWING) < busyness(hour)) return Math.floor(hour * HOUR_MS);
    }
  };
}

/** Draws numbers from 0 to `count - 1` by Zipf's law: the n-th is 1/n times as frequent as the first. */
function createZipf(count: number, random: () => number): () => number {
  const upTo: number[] = [];
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1);
    upTo.push(sum);
  }
  return () => firstAbove(upTo, random() * sum);
}

/** The index of the first of these rising numbers that is above a limit. */
function firstAbove(rising: readonly number[], limit: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
