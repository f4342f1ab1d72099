import type { Pause } from './usage.ts';

/** A message that admins get unasked. */
export type AdminAlert =
  | (Pause & {
      readonly kind: 'service-paused';
      /** For the log: the cause of an outage, such as `ECONNREFUSED` or `unreadable, HTTP 404`. */
      readonly why?: string | undefined;
    })
  | { readonly kind: 'service-works' }
  /** At most `percent` of the month's checks are left. Times are in milliseconds since 1970. */
  | {
      readonly kind: 'checks-low';
      readonly percent: 20 | 5 | 0;
      readonly left: number;
      /**
       * Time when the service last reported more than `percent`. An alert with another value is
       * about another month, or was before a top-up.
       */
      readonly enoughAt?: number | undefined;
      /**
       * Time when none are left at the latest pace, if that is before the month and the key end.
       */
      readonly usedUpAt?: number;
    }
  /** This share of the day's budget is spent. At 100 nobody can check anything new. */
  | { readonly kind: 'budget'; readonly percent: 80 | 100; readonly limit: number }
  | { readonly kind: 'key-expires'; readonly days: 14 | 3 | 1; readonly date: string }
  | { readonly kind: 'store-failing'; readonly message: string }
  | { readonly kind: 'store-healed' }
  /** A platform refuses the bot until a person acts; the reason says what to do. */
  | { readonly kind: 'platform-lost'; readonly reason: string }
  /** A request was closed unanswered: several processes ended soon after they began it. */
  | { readonly kind: 'request-poisoned' }
  /** An answer could not be shown until its request expired. */
  | { readonly kind: 'replies-undeliverable' };

/** Sends an alert in the background; never throws. */
export type RaiseAlert = (alert: AdminAlert) => void;
