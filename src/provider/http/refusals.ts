import type { ServiceFailureCode } from '../errors.ts';

/**
 * What an HTTP status alone says (interface section 7.2): 403 refuses access and 429 asks for fewer requests, before
 * any check is made. The page of whatever stands before the service and blocks an address says no more than that.
 */
const REFUSALS: ReadonlyMap<number, ServiceFailureCode> = new Map([
  [403, 'access-refused'],
  [429, 'limit-exceeded'],
]);

/** The failure that a status stands for without a message of the interface, if any. */
export function refusalOf(httpStatus: number): ServiceFailureCode | undefined {
  return REFUSALS.get(httpStatus);
}

/** Whether the status says enough, so that the body need be neither whole nor readable. */
export function isRefusal(httpStatus: number): boolean {
  return REFUSALS.has(httpStatus);
}
