import type { CheckWaits } from '../checks/contract.ts';
import { createMutex } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import type { OpenRequest } from './open-request.ts';
import type { OpenRequests } from './open-requests.ts';

/**
 * A request with this many tries is a suspect: it runs alone, so that no other one is blamed if the
 * process ends.
 */
export const SUSPECT_TRIES = 2;
/**
 * A request with so many tries is closed: the process ended eight times while it ran alone, which
 * is hardly by chance.
 */
const MAX_TRIES = 10;
/** If a process ends later than this, the request is hardly the reason. */
const HARMLESS_AFTER_MS = 3_000;
/** How often the bot looks whether a running request waits for a check. */
export const LOOK_MS = 20;

/**
 * Finds the request that ends each process that runs it. All that are open when a process ends get
 * a try. From the second one on a request runs alone. It is innocent when it has ended, waits for a
 * check, or has run for a while: then its tries are taken back.
 */
export class Suspects {
  readonly #requests: Pick<OpenRequests, 'setTries'>;
  readonly #isWaiting: CheckWaits['isWaiting'];
  readonly #clock: Clock;
  readonly #oneByOne = createMutex();

  constructor(
    requests: Pick<OpenRequests, 'setTries'>,
    isWaiting: CheckWaits['isWaiting'],
    clock: Clock,
  ) {
    this.#requests = requests;
    this.#isWaiting = isWaiting;
    this.#clock = clock;
  }

  /** Whether so many processes ended while it ran that it must not run again. */
  isPoisonous({ tries }: OpenRequest): boolean {
    return tries >= MAX_TRIES;
  }

  /** Does the work: at once, or for a suspect when those before it are innocent. */
  async inTurn(open: OpenRequest, work: () => Promise<void>): Promise<void> {
    if (open.tries < SUSPECT_TRIES) await work();
    else await this.#oneByOne(work);
  }

  /** Runs the request. Resolves when it is innocent; it may still run. */
  async watch(open: OpenRequest, run: () => Promise<void>): Promise<void> {
    // Counted before, since it may end the process at once.
    if (open.tries >= SUSPECT_TRIES) await this.#requests.setTries(open, open.tries + 1);
    const running = run();
    if (open.tries === 0) return running;
    await Promise.race([running, this.#untilHarmless(open)]);
    if (open.isUnanswered) await this.#requests.setTries(open, 0);
  }

  async #untilHarmless(open: OpenRequest): Promise<void> {
    const until = this.#clock.elapsed() + HARMLESS_AFTER_MS;
    while (open.state === 'running' && !this.#isWaiting(open.id) && this.#clock.elapsed() < until)
      await this.#clock.sleep(LOOK_MS, undefined, { ref: false });
  }
}
