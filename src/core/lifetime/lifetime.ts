import { setMaxListeners } from 'node:events';
import { onceAborted, timeLimited } from '../promises.ts';
import { type Clock, HOUR_MS, systemClock } from '../time/clock.ts';

/** Time that work may still take once the run is over, such as a state that is being shown. */
export const STOP_WITHIN_MS = 1_000;

/**
 * The reason of both signals of a lifetime. Work that ends with this reason did not fail: the next
 * run continues it.
 */
export class RunEnding extends Error {
  override readonly name = 'RunEnding';

  constructor() {
    super('the run ends');
  }
}

interface Closer {
  readonly name: string;
  readonly close: () => unknown;
}

/**
 * The life of a run. Whatever ends with the run takes part in it, so that there is one way to end:
 *
 *     serving ── end ──> draining ── tracked work settled ──> over ── settled ──> closed
 *                                    or the grace has passed          or 1 s
 *
 * - draining: no check is sent any more. What was sent is finished, and saved answers are given.
 * - over: what still runs ends immediately, and is handed over to the next run.
 * - closed: what was opened is closed, the latest first.
 *
 * How to take part:
 *
 *     background              does work whose error nobody handles
 *     track                   makes the end wait for work
 *     draining, over          signals that abort work
 *     whenDraining, whenOver  begin work at that moment; immediately if that has passed
 *     onClose                 closes what was opened; immediately after the end
 */
export class Lifetime {
  readonly #draining = new AbortController();
  readonly #over = new AbortController();
  readonly #tracked = new Set<Promise<void>>();
  readonly #closers: Closer[] = [];
  readonly #onError: (error: unknown, name: string) => void;
  readonly #clock: Pick<Clock, 'later' | 'sleep'>;
  #isClosed = false;
  #end: Promise<void> | undefined;

  /**
   * @param onError called with an error of work that nobody waits for, and the name of that work
   */
  constructor(
    onError: (error: unknown, name: string) => void,
    clock: Pick<Clock, 'later' | 'sleep'> = systemClock,
  ) {
    this.#onError = onError;
    this.#clock = clock;
    // Each request that waits for the store listens.
    setMaxListeners(0, this.draining, this.over);
  }

  /** Aborted when the end begins. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Aborted when nothing is left to wait for, or the grace has passed. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Delays the end until this work has settled. Returns the same promise. */
  track<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(doNothing, doNothing);
    this.#tracked.add(settled);
    void settled.then(() => this.#tracked.delete(settled));
    return work;
  }

  /**
   * Does work whose error nobody handles. The one policy for it: an error is reported with this
   * name, and the run goes on. The end of the run is not an error.
   * @returns resolves with the result when the work has settled, with undefined after an error;
   *   never rejects
   */
  async background<T>(name: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RunEnding)) this.#onError(error, name);
      return undefined;
    }
  }

  /**
   * Does this work in the background every hour until the end begins: for the first time now, or
   * after `firstAfterMs`.
   */
  everyHour(name: string, work: () => unknown, firstAfterMs = 0): void {
    void this.background(name, async () => {
      if (firstAfterMs > 0) await this.#sleep(firstAfterMs);
      for (;;) {
        await this.background(name, work);
        await this.#sleep(HOUR_MS);
      }
    });
  }

  /**
   * Begins this work when the end begins, and tracks it. Resolves when it has settled; an error is
   * reported.
   */
  whenDraining(name: string, work: () => unknown): Promise<void> {
    return new Promise((resolve) => {
      onceAborted(this.draining, () => {
        void this.track(this.background(name, work)).then(() => resolve());
      });
    });
  }

  /**
   * Begins this work when the run is over. What was opened before this call is closed only when the
   * work has settled; an error is reported.
   */
  whenOver(name: string, work: () => unknown): void {
    let settled: Promise<unknown> | undefined;
    onceAborted(this.over, () => {
      settled = this.background(name, work);
    });
    this.onClose(name, () => settled);
  }

  /** Calls `close` at the end, before what was registered earlier; an error is reported. */
  onClose(name: string, close: () => unknown): void {
    if (this.#isClosed) void this.background(name, close);
    else this.#closers.push({ name, close });
  }

  /**
   * Ends the run; later calls return the same promise. For work that is tracked only after the end
   * has begun, it waits no longer than `STOP_WITHIN_MS`, once the run is over.
   * @param graceMs how long tracked work may take until the run is over
   * @returns resolves when everything is closed; never rejects
   */
  end(graceMs: number): Promise<void> {
    this.#end ??= this.#endOnce(graceMs);
    return this.#end;
  }

  async #endOnce(graceMs: number): Promise<void> {
    this.#draining.abort(new RunEnding());
    await this.#settledWithin(graceMs);
    this.#over.abort(this.draining.reason);
    await this.#settledWithin(STOP_WITHIN_MS);
    await this.#close();
  }

  /** Closes what was opened, and what is opened while this runs. */
  async #close(): Promise<void> {
    let closer = this.#closers.pop();
    while (closer !== undefined) {
      await this.background(closer.name, closer.close);
      closer = this.#closers.pop();
    }
    this.#isClosed = true;
  }

  /** @throws RunEnding when the end begins */
  #sleep(ms: number): Promise<void> {
    return this.#clock.sleep(ms, this.draining, { ref: false });
  }

  async #settledWithin(ms: number): Promise<void> {
    const settled = Promise.all(this.#tracked);
    await timeLimited({ ms, clock: this.#clock }, () => settled);
  }
}

function doNothing(): void {}
