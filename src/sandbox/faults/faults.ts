import { REFUSAL_KINDS, type RefusalKind } from '../answers/accounts.ts';

/** A request as it arrived at the sandbox. */
export interface Arrival {
  /** When its headers came, in milliseconds since 1970 by the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Which of the interface's two calls it is, if any. */
  readonly call?: 'check' | 'key-status';
  /** As sent; known once the body has been read. */
  readonly key?: string;
  readonly imei?: string;
}

/** What is learnt of an arrival after it was recorded. */
export type OpenArrival = { -readonly [Name in keyof Arrival]: Arrival[Name] };

/** More are not kept, so that a sandbox that runs for months does not grow: the oldest go. */
const MOST_KEPT = 100_000;

/** Puts an item at the end of a list of what came last. */
export function keep<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MOST_KEPT) list.splice(0, list.length - MOST_KEPT / 2);
}

/** In front of the service: no check is made, none is counted. */
const TURNED_AWAY = ['redirect', 'server-error-500', 'server-error-503'] as const;

/** On the way back: the check is made and counted, and its answer does not arrive as it should. */
const SPOILED = [
  'time-out',
  'reset',
  'reset-after-headers',
  'reset-in-body',
  'empty',
  'truncated',
  'html-page',
  'not-json',
  'non-utf8',
  'unexpected-shape',
  'wrong-content-type',
  'numbers-as-strings',
  'masked-imei',
  'huge-body',
] as const;

export type TurnedAwayKind = (typeof TURNED_AWAY)[number];
export type SpoiledKind = (typeof SPOILED)[number];
/** What can go wrong on request: an error of the interface, or a failure of the way to or from the service. */
export type FaultKind = RefusalKind | TurnedAwayKind | SpoiledKind;

export const FAULT_KINDS: readonly FaultKind[] = [...REFUSAL_KINDS, ...TURNED_AWAY, ...SPOILED];

/** Name of a request header that asks for a fault of that kind, in answer to that request. */
export const FAULT_HEADER = 'x-sandbox-fault';

export interface Fault {
  readonly kind: FaultKind;
  /** How many requests it befalls. Default: all, until it is mended. */
  readonly times?: number;
  /** Which requests it befalls. Default: checks. */
  readonly matching?: (arrival: Arrival) => boolean;
}

export interface Faults {
  /** Makes requests fail from now on. The first of several that match befalls a request. */
  add(fault: Fault): void;
  /** Ends all of them. */
  mend(): void;
  /** The fault that befalls a request, which counts as one of its times. */
  take(arrival: Arrival): FaultKind | undefined;
}

export function createFaults(): Faults {
  let waiting: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => {
      const left = fault.times ?? Number.POSITIVE_INFINITY;
      if (left > 0) waiting.push({ fault, left });
    },
    mend: () => {
      waiting = [];
    },
    take: (arrival) => {
      const next = waiting.find(({ fault: { matching = isCheck } }) => matching(arrival));
      if (next === undefined) return undefined;
      next.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return next.fault.kind;
    },
  };
}

export function isFaultKind(name: string): name is FaultKind {
  return FAULT_KINDS.some((kind) => kind === name);
}

export function isTurnedAway(kind: FaultKind): kind is TurnedAwayKind {
  return TURNED_AWAY.some((turnedAway) => turnedAway === kind);
}

function isCheck({ call }: Arrival): boolean {
  return call === 'check';
}
