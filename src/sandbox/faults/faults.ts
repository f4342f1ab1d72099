import type { Arrival } from '../arrival.ts';
import { SERVICE_ERRORS, type ServiceErrorKind } from '../responses/service-errors.ts';
import { SPOIL, TURN_AWAY } from './fault-effects.ts';

/** A kind of fault: an error of the interface, or a failure on the way to or from the service. */
export type FaultKind = ServiceErrorKind | keyof typeof TURN_AWAY | keyof typeof SPOIL;

export const FAULT_KINDS = Object.keys({
  ...SERVICE_ERRORS,
  ...TURN_AWAY,
  ...SPOIL,
}) as readonly FaultKind[];

export function isFaultKind(name: string): name is FaultKind {
  return FAULT_KINDS.some((kind) => kind === name);
}

/** The request header that asks for a fault in the answer to that request. */
export const FAULT_HEADER = 'x-sandbox-fault';

export interface Fault {
  readonly kind: FaultKind;
  /** The number of requests that it affects. Default: all, until the faults are cleared. */
  readonly times?: number;
  /** Requests that it affects. Default: all checks. */
  readonly matching?: (arrival: Arrival) => boolean;
}

export interface Faults {
  /** A request gets the first fault that matches. */
  add(fault: Fault): void;
  clear(): void;
  /** Returns the first fault that matches the request, and uses up one of its `times`. */
  take(arrival: Arrival): FaultKind | undefined;
}

export function createFaults(): Faults {
  let waiting: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => {
      const left = fault.times ?? Number.POSITIVE_INFINITY;
      if (left > 0) waiting.push({ fault, left });
    },
    clear: () => {
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

function isCheck({ call }: Arrival): boolean {
  return call === 'check';
}
