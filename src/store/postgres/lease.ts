import pg from 'pg';
import { allowUnheard, type Deferred, deferred } from '../../core/promises.ts';
import type { Clock } from '../../core/time/clock.ts';
import { StoreInUse } from '../store-errors.ts';
import type { TextQuery } from '../text-query.ts';
import { noSchema } from './opening-errors.ts';
import { createClient, LOCK_ID_SQL, textQueryOn } from './postgres-client.ts';

/** Delay between two tries to get the lock. */
const POLL_MS = 100;
/** Signs of life that an owner gives within one lease. */
const BEATS = 5;
/** After this part of the lease without an answer, nothing is sent to the service any more. */
const TRUSTED_PART = 0.8;

interface LeaseOptions {
  readonly settings: pg.ClientConfig;
  /** A silent session ends after this time, and with it the lease. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** Two clocks: the first is exact, the second goes on while the machine sleeps. */
interface Times {
  readonly elapsed: number;
  readonly uptime: number;
}

/**
 * The session that owns the installation, by an advisory lock. It is the only one that writes, so a
 * process whose session the server has ended can write nothing.
 *
 *     connecting ── lock ──> owner ── an error, no answer for the lease, `end` ──> over
 */
export class Lease {
  readonly #client: pg.Client;
  readonly #query: TextQuery;
  readonly #options: LeaseOptions;
  readonly #lost: Deferred<unknown> = deferred();
  #isOver = false;
  /** The time when the latest statement was sent that the server has answered. */
  #confirmed: Times;
  /** The time of the last beat, whether or not the server has answered it. */
  #beaten: Times;
  #cancelBeat = (): void => undefined;

  /** @throws StoreUnusable */
  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#client = createClient(options.settings);
    this.#query = textQueryOn(this.#client);
    this.#confirmed = this.#now();
    this.#beaten = this.#confirmed;
    this.#client.on('error', (error) => this.lose(error));
    this.#client.on('end', () => this.lose(new Error('PostgreSQL ended the session')));
  }

  /** Resolves with the reason when this process is not the owner any more. */
  get lost(): Promise<unknown> {
    return this.#lost.promise;
  }

  /**
   * Resolves when this process is the owner.
   * @param signal ends the wait; without a signal, this does not wait for another process
   * @param canServe called in the wait until it resolves with true: this process can serve the
   *   store that another one owns. An error ends the wait
   * @throws StoreInUse if it does not wait and another process is the owner; StoreUnusable
   *   without a schema; the errors of the server; the error of `canServe`
   */
  async acquire(signal: AbortSignal | undefined, canServe: () => Promise<boolean>): Promise<void> {
    const { leaseMs, clock } = this.#options;
    await this.#client.connect();
    // Before the lock, since the server may give the lock to a process that is frozen. The second
    // setting also ends a frozen transaction.
    await this.write(`SET idle_session_timeout = ${leaseMs}`);
    await this.write(`SET idle_in_transaction_session_timeout = ${leaseMs}`);
    let isServable = false;
    // Polled: a statement that waits holds a snapshot, which stops VACUUM in the whole database.
    while (!(await this.#isLocked())) {
      if (signal === undefined) throw new StoreInUse('the database in STORE_URL');
      if (!isServable) isServable = await canServe();
      await clock.sleep(POLL_MS, signal);
    }
  }

  /**
   * Keeps the session alive, until it is over.
   * @param ping asks the server for an answer
   */
  startHeartbeat(ping: () => Promise<unknown>): void {
    const { leaseMs, clock } = this.#options;
    this.#beaten = this.#now();
    this.#cancelBeat = clock.later(leaseMs / BEATS, () => this.#beat(ping), { ref: false });
  }

  /** Asks for an answer, and goes on. Without one for the time of the lease, the session ends. */
  #beat(ping: () => Promise<unknown>): void {
    if (!this.#isWithin(this.#options.leaseMs, this.#confirmed)) {
      const reason = this.hasSlept() ? 'This process did not run' : 'PostgreSQL has not answered';
      this.lose(new Error(`${reason} for the time of the lease`));
      return;
    }
    this.startHeartbeat(ping);
    ping().catch((error: unknown) => this.lose(error));
  }

  /**
   * Runs a statement in the session. Without an answer, nobody knows what the server has done. So
   * this ends the session, and the next owner begins with what is stored.
   */
  readonly write: TextQuery = async (text, values) => {
    const before = this.#now();
    try {
      const rows = await this.#query(text, values);
      this.#confirmed = before;
      return rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.lose(error);
      throw error;
    }
  };

  /** Whether this process is still the owner. */
  isOwner(): boolean {
    return !this.#isOver && this.#isWithin(this.#trustedMs, this.#confirmed);
  }

  /**
   * Whether the beats have stopped for so long that the lease may have ended. They go on while the
   * server does not answer, so only a process that does not run misses them.
   */
  hasSlept(): boolean {
    return !this.#isWithin(this.#trustedMs, this.#beaten);
  }

  /** Notes that this process is not the owner any more, and ends the session. */
  lose(error: unknown): void {
    this.#endTerm();
    this.#lost.resolve(error);
    // Ends statements that wait for an answer for ever. A failure changes nothing.
    allowUnheard(this.#client.end());
  }

  /**
   * Lets another process be the owner.
   * @param work the last work that needs the session
   */
  async end(work: () => Promise<void>): Promise<void> {
    this.#cancelBeat();
    await work();
    this.#endTerm();
    await this.#client.end();
  }

  #endTerm(): void {
    this.#isOver = true;
    this.#cancelBeat();
  }

  async #isLocked(): Promise<boolean> {
    const [row] = await this.write(`SELECT pg_try_advisory_lock(${LOCK_ID_SQL}) AS is_ours`);
    if (row?.is_ours === null) throw noSchema();
    return row?.is_ours === true;
  }

  get #trustedMs(): number {
    return this.#options.leaseMs * TRUSTED_PART;
  }

  #isWithin(ms: number, before: Times): boolean {
    const { elapsed, uptime } = this.#now();
    return elapsed - before.elapsed < ms && uptime - before.uptime < ms;
  }

  #now(): Times {
    const { clock } = this.#options;
    return { elapsed: clock.elapsed(), uptime: clock.uptime() };
  }
}
