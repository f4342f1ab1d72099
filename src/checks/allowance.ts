import type { Lifetime } from '../core/lifetime/lifetime.ts';
import type { Principal } from '../core/principal.ts';
import type { Query } from '../core/query.ts';
import { type Clock, DAY_MS } from '../core/time/clock.ts';
import { startOfUtcDay } from '../core/time/days.ts';
import {
  type AccountDay,
  countDayOfAccount,
  countSpentByAll,
  countSpentSince,
  forgetAccount,
} from '../store/schema/spent-checks.ts';
import type { Seal } from '../store/seal/seal.ts';
import type { Sql } from '../store/sql.ts';
import type { AccountOf } from './accounts.ts';
import type { RaiseAlert } from './alerts.ts';
import type { CheckTerms, RefusalReason, Refused } from './contract.ts';
import type { KeyMonitor } from './key/monitor.ts';
import type { MonthLeft } from './key/samples.ts';
import type { DayAllowance, Usage } from './usage.ts';

/** At these shares of the day's budget, in percent, admins are alerted. */
const WARN_AT = [80, 100] as const;
/** An account with this many checks in doubt gets no more checks that day. */
const DOUBTS_PER_DAY = 10;

export interface AllowanceSettings {
  /** Checks an account may spend in a day (UTC); admins are exempt. */
  readonly checksPerAccountPerDay: number;
  /** The last checks of the month, reserved for admins. */
  readonly reserve: number;
  /** Checks that everybody together may spend in a day, also admins. Default: no limit. */
  readonly budgetPerDay?: number | undefined;
}

/** A check is allowed for now; `refusalOf` decides when its turn has come. */
interface AllowedForNow {
  readonly kind: 'allowed';
  /** For `refusalOf`. Undefined if no reserve applies, or if the figure is not known. */
  readonly monthLeft: MonthLeft | undefined;
}

type Spender = Pick<CheckTerms, 'isAdmin' | 'requester'>;

interface AllowanceOptions {
  /** The account that pays for a person's checks. */
  readonly accountOf: AccountOf;
  readonly sql: Sql;
  readonly seal: Pick<Seal, 'hash'>;
  /** Used only if a reserve is set. */
  readonly keyMonitor: Pick<KeyMonitor, 'monthLeft'>;
  readonly settings: AllowanceSettings;
  readonly raise: RaiseAlert;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/**
 * Counts, by the rows of `send`, how many checks may still be spent. The _allowance_ limits an
 * account, the _budget_ all accounts together, both for a day. The _reserve_ is the last checks of
 * the month, which are for admins.
 */
export class Allowance {
  readonly #options: AllowanceOptions;

  constructor(options: AllowanceOptions) {
    this.#options = options;
  }

  accountHash(requester: Principal): string {
    return this.#options.seal.hash(`account ${this.#options.accountOf(requester)}`);
  }

  /**
   * Refuses a check before it waits for its turn, if it would be refused now.
   * @throws StoreFailed, or the reason of the signal
   */
  async allowForNow(spender: Spender, signal: AbortSignal): Promise<Refused | AllowedForNow> {
    const { settings, keyMonitor, sql } = this.#options;
    const hasReserve = settings.reserve > 0 && !spender.isAdmin;
    const monthLeft = hasReserve ? await keyMonitor.monthLeft(signal) : undefined;
    const refusal = await this.refusalOf(sql.read, spender, monthLeft);
    return refusal ?? { kind: 'allowed', monthLeft };
  }

  /**
   * Refuses a check in the transaction that would insert its row; undefined if it is allowed.
   * @param monthLeft what `allowForNow` has returned
   */
  async refusalOf(
    query: Query,
    { isAdmin, requester }: Spender,
    monthLeft: MonthLeft | undefined,
  ): Promise<Refused | undefined> {
    const { budgetPerDay } = this.#options.settings;
    // Before the budget, so that a person without checks left reads about their own limit.
    const refusal = isAdmin ? undefined : await this.#refusalOfPerson(query, requester, monthLeft);
    if (refusal !== undefined || budgetPerDay === undefined) return refusal;
    const isSpent = (await this.#spentByAll(query)) >= budgetPerDay;
    return isSpent ? refusedBecause('budget', budgetPerDay) : undefined;
  }

  /**
   * Alerts admins in the background when little or nothing is left of the day's budget. Call it
   * after each check that was or may have been paid for. The same alert may be raised again, but is
   * sent once a day.
   */
  warn(): void {
    const { settings, sql, raise, lifetime } = this.#options;
    const limit = settings.budgetPerDay;
    if (limit === undefined) return;
    void lifetime.background('the alert about the budget', async () => {
      const spent = await this.#spentByAll(sql.read);
      for (const percent of WARN_AT) {
        if (spent >= (limit * percent) / 100) raise({ kind: 'budget', percent, limit });
      }
    });
  }

  /**
   * Checks that a person has left today, of their own or of everybody's budget, whichever has less
   * left. None are left after too many checks in doubt. Undefined for an admin if there is no
   * budget.
   * @throws StoreFailed
   */
  async leftToday({ isAdmin, requester }: Spender): Promise<DayAllowance | undefined> {
    const renewsAt = this.#today() + DAY_MS;
    const budget = await this.budget();
    const fromBudget = budget && {
      left: Math.max(0, budget.limit - budget.used),
      limit: budget.limit,
    };
    if (isAdmin) return fromBudget && { ...fromBudget, perDay: fromBudget.limit, renewsAt };
    const fromAllowance = {
      left: await this.#leftOfOwn(requester),
      limit: this.#options.settings.checksPerAccountPerDay,
    };
    const isBudgetLess = fromBudget !== undefined && fromBudget.left < fromAllowance.left;
    const { left, limit } = isBudgetLess ? fromBudget : fromAllowance;
    const perDay = Math.min(fromAllowance.limit, fromBudget?.limit ?? fromAllowance.limit);
    return { left, limit, perDay, renewsAt };
  }

  /**
   * The spent part of the day's budget; undefined if there is none.
   * @throws StoreFailed
   */
  async budget(): Promise<Usage['budget']> {
    const { settings, sql } = this.#options;
    const limit = settings.budgetPerDay;
    if (limit === undefined) return undefined;
    return { used: await this.#spentByAll(sql.read), limit };
  }

  /**
   * Removes a person from the rows of their checks. The number of today's checks stays, so
   * `/forget` does not reset the allowance.
   * @throws StoreFailed
   */
  async forget(requester: Principal): Promise<void> {
    const { accountOf, sql } = this.#options;
    // A shared account belongs to nobody alone.
    if (accountOf(requester) !== requester) return;
    await sql.tx((query) => forgetAccount(query, this.accountHash(requester), this.#today()));
  }

  async #refusalOfPerson(
    query: Query,
    requester: Principal,
    monthLeft: MonthLeft | undefined,
  ): Promise<Refused | undefined> {
    const { checksPerAccountPerDay, reserve } = this.#options.settings;
    if (await this.#hasOnlyReserve(query, monthLeft)) return refusedBecause('reserve', reserve);
    const { spent, doubts } = await this.#dayOf(query, requester);
    if (spent >= checksPerAccountPerDay) return refusedBecause('allowance', checksPerAccountPerDay);
    if (doubts >= DOUBTS_PER_DAY) return refusedBecause('doubts', DOUBTS_PER_DAY);
    return undefined;
  }

  async #hasOnlyReserve(query: Query, monthLeft: MonthLeft | undefined): Promise<boolean> {
    if (monthLeft === undefined) return false;
    const spent = await countSpentSince(query, monthLeft.at);
    return monthLeft.left - spent <= this.#options.settings.reserve;
  }

  async #leftOfOwn(requester: Principal): Promise<number> {
    const { settings, sql } = this.#options;
    const { spent, doubts } = await this.#dayOf(sql.read, requester);
    return doubts >= DOUBTS_PER_DAY ? 0 : Math.max(0, settings.checksPerAccountPerDay - spent);
  }

  /** Calls on their way may still fail, so the limit of doubts may be exceeded by a few. */
  #dayOf(query: Query, requester: Principal): Promise<AccountDay> {
    const account = this.accountHash(requester);
    return countDayOfAccount(query, account, this.#today());
  }

  #spentByAll(query: Query): Promise<number> {
    return countSpentByAll(query, this.#today());
  }

  #today(): number {
    return startOfUtcDay(this.#options.clock.now());
  }
}

function refusedBecause(why: RefusalReason, limit: number): Refused {
  return { kind: 'refused', why, limit };
}
