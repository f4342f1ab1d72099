import type { Query, SqlRow } from '../../core/query.ts';
import type { Seal } from '../seal/seal.ts';
import { bodyContext } from './send-table.ts';

/** A send that was answered or is in doubt. */
export interface EndedSend {
  readonly id: number;
  /** The keyed hash of the IMEI. */
  readonly imeiHash: string;
  readonly request: string;
  /** Empty once its person has deleted their data. */
  readonly account: string;
  /** In milliseconds since 1970. */
  readonly endedAt: number;
  readonly code: string | undefined;
  /** The body. Undefined for a doubt, or if another secret sealed it. */
  readonly raw: string | undefined;
}

interface UncachedFilter {
  /** Rows that expire later are kept for an answer that the cache lacks. */
  readonly keptUntil: number;
  readonly beforeId: number;
  readonly most: number;
}

/**
 * What became of the sends of IMEIs, and which of their answers the cache lacks. All methods are
 * part of the transaction whose `query` they get; for those that only read, that may be `sql.read`.
 */
export class EndedSends {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  /**
   * The sends of an IMEI that were answered or are in doubt, latest first.
   */
  async list(query: Query, imeiHash: string): Promise<readonly EndedSend[]> {
    const rows = await query`SELECT id, imei, request, account, ended, code, raw FROM send
      WHERE imei = ${imeiHash} AND state IN ('answered', 'doubt') ORDER BY id DESC`;
    return rows.map((row) => this.#toEnded(row));
  }

  /**
   * Whether a send of this IMEI by this request is lost: then it may have been paid for.
   */
  async isLost(query: Query, imeiHash: string, requestHash: string): Promise<boolean> {
    const rows = await query`SELECT id FROM send
      WHERE imei = ${imeiHash} AND request = ${requestHash} AND state = 'lost' LIMIT 1`;
    return rows.length > 0;
  }

  /** A page of the answers that the cache does not have yet, the latest first. */
  async listUncached(
    query: Query,
    { keptUntil, beforeId, most }: UncachedFilter,
  ): Promise<readonly EndedSend[]> {
    const rows = await query`SELECT id, imei, request, account, ended, code, raw FROM send
      WHERE expires > ${keptUntil} AND id < ${beforeId} AND state = 'answered' AND raw IS NOT NULL
      ORDER BY id DESC LIMIT ${most}`;
    return rows.map((row) => this.#toEnded(row));
  }

  /** Notes that the cache has these answers: their rows are now kept only as long as others. */
  async setCached(query: Query, ids: readonly number[], keptMs: number): Promise<void> {
    for (const id of ids) {
      await query`UPDATE send SET expires = at + ${keptMs} WHERE id = ${id} AND state = 'answered'`;
    }
  }

  #toEnded({ id, imei, request, account, ended, code, raw }: SqlRow): EndedSend {
    const context = bodyContext(Number(id));
    return {
      id: Number(id),
      imeiHash: String(imei),
      request: String(request),
      account: String(account),
      endedAt: Number(ended),
      code: code === null ? undefined : String(code),
      raw: raw === null ? undefined : this.#seal.decrypt(String(raw), context),
    };
  }
}
