import type { Query } from '../../../src/core/query.ts';
import { brandAndModel } from '../../../src/format/imei/phone/phone-name.ts';
import type { RecentCheck } from '../../../src/history/history.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import { type EntryOutcome, isPaid } from '../../../src/lists/outcome.ts';
import type { ImeiQuery } from '../imei-query.ts';

/** Notes for the store about the checks of a list, written as the request of the list is closed. */
export class CheckNotes {
  readonly #query: ImeiQuery;
  /** The checks to add to the recent ones, in the order of their answers. */
  readonly #recent: RecentCheck[] = [];
  /** Answers that cost nothing. */
  #savedCount = 0;

  constructor(query: ImeiQuery) {
    this.#query = query;
  }

  /** Notes how a check has ended. Not for lookups: their checks were noted when they were made. */
  addOutcome(imei: Imei, outcome: EntryOutcome): void {
    const { services, answers } = this.#query;
    if (answers === 'saved' || outcome.kind !== 'answered') return;
    if (!isPaid(outcome)) this.#savedCount += 1;
    const { answer } = outcome;
    const name = answer.found ? brandAndModel(answer.device.brand, answer.device.model) : undefined;
    this.#recent.push({ imei, name, at: services.clock.now() });
  }

  async write(query: Query): Promise<void> {
    const { services, invocation } = this.#query;
    await services.checker.countSaved(query, this.#savedCount);
    await services.history.add(query, invocation.requester, this.#recent);
  }
}
