/** Counts what happens to checks; no method throws. Nothing here names a person or an IMEI. */
export interface CheckObserver {
  /** A check ended: `found`, `not-found`, `refused`, `cancelled` or the code of the failure. */
  checkSettled(outcome: string): void;
  /** An answer was given, from `service`, `cache` or `tac`. */
  answered(source: string): void;
  /** A check joined one that was on its way for the same IMEI. */
  flightShared(): void;
  spent(checks: number): void;
  saved(checks: number): void;
  inDoubt(checks: number): void;
  /** How long a request waited to be sent. */
  waited(ms: number): void;
  /** How long the service took to answer. */
  serviceAnswered(ms: number): void;
  /** The HTTP status of the service's response; `none` if there was none. */
  serviceResponded(status: string): void;
}
