/**
 * The files of this folder. `createRequests` connects them; `Requests` is what `bot` calls.
 *
 *     live-request, attempt  one request with its phases, and one try to answer it
 *     live-requests          those in memory, until their rows are closed
 *     question-edits         which requests an edit of a question stops
 *     request-rows           their rows: the event, where its reply is shown, what its buttons do,
 *                            and whether it was stopped (`sealed-json` reads that)
 *     intake                 takes a request from an adapter, or refuses it
 *     access                 who may use the bot, and who is an admin
 *     acceptance             ensures that each event is answered once
 *     stored-form            what is stored of an event
 *     answering              runs a request until it is settled
 *     invocations            finds its command
 *     reply-presenter        shows the states of its reply
 *     request-ages           which requests are too old
 *     suspects               finds requests that end the process
 *     buttons/live-buttons   what the buttons of a live request do
 *     buttons/presses        what a press does, also after a restart
 *     buttons/live-presses   the live requests that began with a press
 *     buttons/typed-words    which words press a button
 */

import type { AccountOf } from '../checks/accounts.ts';
import type { RaiseAlert } from '../checks/alerts.ts';
import type { WaitingRequests } from '../checks/waiting-requests.ts';
import type { AdapterOf } from '../core/adapter/adapter.ts';
import type {
  Receipt,
  ReceiveRequest,
  RequestEvent,
  ShowReply,
} from '../core/adapter/request-event.ts';
import type { Command } from '../core/command/command.ts';
import { type Lifetime, RunEnding, STOP_WITHIN_MS } from '../core/lifetime/lifetime.ts';
import type { Principal } from '../core/principal.ts';
import { timeLimited } from '../core/promises.ts';
import { type Clock, DAY_MS } from '../core/time/clock.ts';
import type { ReportBug } from '../ops/bug-reporter.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { RequestTable } from '../store/schema/request-table.ts';
import type { Seal } from '../store/seal/seal.ts';
import type { Sql } from '../store/sql.ts';
import type { StoreHealth } from '../store/store-health.ts';
import { Acceptance } from './acceptance.ts';
import type { Access } from './access.ts';
import { Answering } from './answering.ts';
import { Presses } from './buttons/presses.ts';
import { TypedWords } from './buttons/typed-words.ts';
import { Intake } from './intake.ts';
import { Invocations } from './invocations.ts';
import type { LiveRequest } from './live-request.ts';
import { LiveRequests } from './live-requests.ts';
import { RequestAges } from './request-ages.ts';
import { RequestRows } from './request-rows.ts';
import { SUSPECT_FROM, Suspects } from './suspects.ts';

/** Nothing more is sent for a request that has been open for longer. Its reply says so. */
export const REQUEST_MAX_AGE_MS = DAY_MS;
/** Time for which the first events wait until the open requests are loaded, if the store fails. */
const LOADED_WITHIN_MS = 2_000;

export interface RequestsOptions {
  readonly sql: Sql;
  readonly seal: Seal;
  readonly health: Pick<StoreHealth, 'untilWritten' | 'writeOrQueue'>;
  readonly commands: readonly Command[];
  /** The command that gets what people write without a command. */
  readonly textCommand: string;
  readonly adapterOf: AdapterOf;
  /** The account of a person: the open requests of one account are counted together. */
  readonly accountOf: AccountOf;
  readonly access: Access;
  /**
   * The requests that wait for checks. `drained` resolves at the end of the run, when no check is
   * sent any more.
   */
  readonly checks: {
    readonly waitingRequests: Pick<WaitingRequests, 'listen'>;
    readonly drained: Promise<void>;
  };
  readonly raise: RaiseAlert;
  readonly reportBug: ReportBug;
  readonly metrics: Pick<Metrics, 'replyShown' | 'requestTook'>;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
  readonly log: Log;
  /** For how long checks are sent for a request. */
  readonly maxAgeMs: number;
  /** The handover of the last run of this process: see `RequestRows.handover`. */
  readonly handover?: readonly LiveRequest[] | undefined;
}

interface RequestsParts {
  readonly options: RequestsOptions;
  readonly requests: LiveRequests;
  readonly rows: RequestRows;
  readonly answering: Answering;
  readonly intake: Intake;
  readonly ages: RequestAges;
}

/**
 * Makes the requests of a run, and begins to load those that earlier processes left open. Call it
 * before the adapters start, since their events belong to this run.
 */
export function createRequests(options: RequestsOptions): Requests {
  const { commands, textCommand, adapterOf, access, checks, lifetime, clock, log } = options;
  const ages = new RequestAges(clock, options.maxAgeMs);
  const table = new RequestTable(options.sql, options.seal);
  const requests = new LiveRequests({ seal: options.seal, accountOf: options.accountOf });
  const rows = new RequestRows({ requests, table, health: options.health, lifetime, clock });
  const acceptance = new Acceptance({ requests, rows, table, clock, log });
  const presses = new Presses({ requests, rows, table, clock });
  const typedWords = new TypedWords({ requests, acceptance, presses, textCommand });
  const invocations = new Invocations({ commands, textCommand, access, presses, adapterOf });
  const suspects = new Suspects(rows, checks.waitingRequests, clock);
  const answering = new Answering({
    requests,
    rows,
    suspects,
    invocations,
    typedWords,
    adapterOf,
    ages,
    raise: options.raise,
    reportBug: options.reportBug,
    metrics: options.metrics,
    lifetime,
    clock,
    log,
  });
  const intake = new Intake({
    requests,
    rows,
    acceptance,
    answering,
    access,
    presses,
    typedWords,
    metrics: options.metrics,
    lifetime,
    clock,
    log,
  });
  return new Requests({ options, requests, rows, answering, intake, ages });
}

/**
 * All requests of a run, from the event to the reply. They end with the {@link Lifetime} of the
 * run. The map of this folder is at the top.
 */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #requests: LiveRequests;
  readonly #rows: RequestRows;
  readonly #answering: Answering;
  readonly #intake: Intake;
  readonly #ages: RequestAges;
  readonly #loaded: Promise<void>;
  /** Resolves when the open requests are loaded, or that takes too long: then events are taken. */
  readonly #loadedOrLate: Promise<void>;

  /** Begins to load the requests that earlier processes left open. */
  constructor(parts: RequestsParts) {
    const { options, requests, rows, answering, intake, ages } = parts;
    const { lifetime, clock } = options;
    this.#options = options;
    this.#requests = requests;
    this.#rows = rows;
    this.#answering = answering;
    this.#intake = intake;
    this.#ages = ages;
    this.#loaded = this.#load();
    this.#loadedOrLate = timeLimited({ ms: LOADED_WITHIN_MS, clock }, () => this.#loaded);
    this.#takePartIn(lifetime);
  }

  /** Takes a request from an adapter. The end of the run waits until it is taken in. */
  readonly receive: ReceiveRequest = (event, show) =>
    this.#options.lifetime.track(this.#receive(event, show));

  /**
   * Continues the requests that earlier processes left open on a platform, which is connected by
   * now. Resolves when they are loaded; then they begin, suspects one by one.
   */
  async resume(platform: string): Promise<void> {
    await this.#loaded;
    const resumed = this.#answering.resume(platform);
    if (resumed > 0) {
      this.#options.log.info({ requests: resumed, platform }, 'Resuming open requests');
    }
  }

  /** The number of requests that need a reply. */
  countOpen(): number {
    return this.#requests.countOpen();
  }

  /**
   * Interrupts requests that run and are too old, and gives up old ones whose platform is not
   * served, or has not connected since they were loaded. To be called every hour. Waits for the
   * store.
   * @throws internal errors, and {@link RunEnding} when the run ends
   */
  async closeExpired(): Promise<void> {
    for (const request of this.#requests) {
      if (this.#ages.isTooOldToSend(request)) request.expire();
    }
    await this.#giveUpPending(() => true);
  }

  /**
   * Deletes what is stored about a person: buttons, and open requests that came before the one with
   * this id. Resolves with the number of these requests. Waits until the open requests are loaded.
   * @throws StoreFailed
   */
  async forget(
    requester: Principal,
    { requestId }: { readonly requestId: string },
  ): Promise<number> {
    // Otherwise the load could add or write a request whose row it read before the deletion.
    await this.#loaded;
    const count = await this.#rows.forget(requester, requestId);
    await this.#options.adapterOf(requester)?.forget?.(requester);
    return count;
  }

  /**
   * The requests that the store may lack, or whose replies it may not have noted. The next run of
   * this process writes them.
   */
  handover(): readonly LiveRequest[] {
    return this.#rows.handover();
  }

  async #receive(event: RequestEvent, show: ShowReply): Promise<Receipt> {
    // The event may stop a request that an earlier process left open.
    await this.#loadedOrLate;
    return this.#intake.receive(event, show);
  }

  #takePartIn(lifetime: Lifetime): void {
    void this.#options.checks.drained.then(() => this.#handOverWaiting());
    lifetime.whenOver('open requests', () => {
      for (const request of this.#requests) request.beginHandover();
    });
    lifetime.onClose('requests', () => this.#clearSuspicions());
  }

  /** Hands over each request that waits for a check, now or later, since none is sent any more. */
  #handOverWaiting(): void {
    const { checks, lifetime } = this.#options;
    checks.waitingRequests.listen(
      (requestId) => this.#requests.get(requestId)?.beginHandover(),
      lifetime.over,
    );
  }

  /**
   * Takes back the suspicions that this run has raised, since no request has ended the process.
   * Nobody repeats this if it fails: at worst the open requests of a later run start one by one.
   */
  async #clearSuspicions(): Promise<void> {
    const { clock } = this.#options;
    await timeLimited({ ms: STOP_WITHIN_MS, clock }, () =>
      this.#rows.clearSuspicions(SUSPECT_FROM),
    );
  }

  async #load(): Promise<void> {
    const { handover = [], adapterOf, log } = this.#options;
    try {
      // Not older ones: if another process has answered one, its row may already be deleted, and
      // `load` would add the request again.
      const recent = handover.filter((request) => !this.#ages.isTooOldToRetry(request));
      await this.#rows.load(SUSPECT_FROM, recent);
      await this.#giveUpPending(({ requester }) => adapterOf(requester) === undefined);
    } catch (error) {
      if (error instanceof RunEnding) return;
      log.error(
        { err: error },
        'Open requests of earlier processes could not be loaded; they wait for the next run',
      );
    }
  }

  async #giveUpPending(isMeant: (request: LiveRequest) => boolean): Promise<void> {
    const expired = [...this.#requests].filter(
      (request) =>
        request.phase === 'pending' && this.#ages.isTooOldToRetry(request) && isMeant(request),
    );
    if (expired.length === 0) return;
    const { raise, log } = this.#options;
    log.warn(
      { requests: expired.length },
      'Requests are too old, and their platform is not connected; they are closed without a reply',
    );
    raise({ kind: 'replies-undeliverable' });
    // Before the store is written, so that nobody resumes them meanwhile.
    for (const request of expired) request.markGivenUp();
    await Promise.all(expired.map((request) => this.#rows.close(request)));
  }
}
