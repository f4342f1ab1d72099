/** Limits above which the service blocks an IP address. The operator may set less. */
export interface ServiceLimits {
  /** Requests in flight at the same time. */
  readonly concurrent: number;
  /** Requests that may arrive in any rolling window. */
  readonly perWindow: number;
  readonly windowMs: number;
}
