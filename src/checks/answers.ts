import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/errors.ts';
import { type Imei, tacOf } from '../imei/imei.ts';
import type { ReadAnswer } from '../provider/contract.ts';
import type { CheckAnswer, Device, RawAnswer } from '../provider/device.ts';
import { isFailureCode, ServiceFailure } from '../provider/errors.ts';
import type { Store } from '../store/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { EndedSend, SendTable } from '../store/schema/send.ts';
import type { Seal } from '../store/seal/seal.ts';
import type { Statement } from '../store/sql.ts';
import type { Answer, CacheSettings, CheckRequest, Source } from './contract.ts';

/** Answers in memory: a device is about 2 kB. */
const MEMORY_ROWS = 5_000;

const rawAnswerSchema = z.object({ httpStatus: z.number(), body: z.string(), reader: z.string() });
const rowSchema = z.object({ raw: rawAnswerSchema, checkedAt: z.number() });

export interface Checked {
  readonly answer: CheckAnswer;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

export type Answers = ReturnType<typeof createAnswers>;

/** Paid answers: the rows of `send`, and a cache that keeps them longer. */
export function createAnswers(
  { keyv, sql }: Pick<Store, 'keyv' | 'sql'>,
  seal: Seal,
  sends: Pick<SendTable, 'listEnded'>,
  read: ReadAnswer,
  { clock, cache, report }: { clock: Clock; cache: CacheSettings; report: StoreHealth['report'] },
) {
  const { realm, scope, sandbox, foundTtlMs, notFoundTtlMs } = cache;
  const memory = new LRUCache<string, Checked>({ max: MEMORY_ROWS });
  /** The keyed hashes under which an IMEI and a request are stored. */
  const imeiHash = (imei: Imei): string => seal.hash(`imei ${realm} ${imei}`);
  const tacHash = (imei: Imei): string => seal.hash(`tac ${realm} ${tacOf(imei)}`);
  const requestHash = (requestId: string): string => seal.hash(`request ${requestId}`);
  const ttlMs = ({ found }: CheckAnswer): number => (found ? foundTtlMs : notFoundTtlMs);
  const isFresh = ({ answer, checkedAt }: Checked): boolean =>
    checkedAt + ttlMs(answer) > clock.now();
  /** A stored answer as commands get it. */
  const toAnswer = (source: Source, { answer, checkedAt }: Checked): Answer => {
    return { source, checkedAt, sandbox, ...answer };
  };

  const lookUp = async (key: string): Promise<Checked | undefined> => {
    const hot = memory.get(key);
    if (hot !== undefined && isFresh(hot)) return hot;
    const sealed = await keyv.get(key);
    const text = sealed === undefined ? undefined : seal.open(sealed, `answers ${key}`);
    const row = text === undefined ? undefined : rowSchema.safeParse(parseJson(text)).data;
    const known = row && checkedIn(row.raw, row.checkedAt, read);
    if (!isAnswer(known) || !isFresh(known)) return undefined;
    memory.set(key, known);
    return known;
  };
  return {
    ...{ imeiHash, requestHash, toAnswer },
    /** The cached answer to this IMEI, or to its TAC if the scope allows. Rejects if the store fails: that is not a miss. */
    get: async (imei: Imei): Promise<Answer | undefined> => {
      const own = await lookUp(imeiHash(imei));
      if (own !== undefined) return toAnswer('cache', own);
      const sameType = scope === 'tac' ? await lookUp(tacHash(imei)) : undefined;
      if (sameType === undefined || !sameType.answer.found) return undefined;
      const device = asDeviceOf(imei, sameType.answer.device);
      return toAnswer('tac', { ...sameType, answer: { found: true, device } });
    },
    /**
     * The answer to an IMEI in its sends: a fresh one, or one that was paid since the request was accepted; without a request any.
     * @param t the transaction; by default it reads what was committed
     * @throws ServiceFailure if a check that may have been paid was sent since then; StoreFailed
     */
    fromSends: async (imei: Imei, request?: CheckRequest, t: Statement = sql.read) => {
      const name = request && requestHash(request.requestId);
      const ends = (await sends.listEnded(t, imeiHash(imei))).map((row) => ({
        end: endOf(row, read),
        isTheirs: request === undefined || row.request === name || row.endedAt > request.acceptedAt,
      }));
      // The latest first; an answer counts more than a doubt.
      for (const { end, isTheirs } of ends)
        if (isAnswer(end) && (isTheirs || (request?.fresh !== true && isFresh(end))))
          return toAnswer('cache', end);
      for (const { end, isTheirs } of ends)
        if (end instanceof ServiceFailure && end.paid === 'maybe' && isTheirs) throw end;
      return undefined;
    },
    /** Caches an answer, in memory at once, and in the store for as long as its kind is kept. Never rejects. */
    set: async (imei: Imei, raw: RawAnswer, checked: Checked): Promise<void> => {
      const { answer, checkedAt } = checked;
      const keys =
        scope === 'tac' && answer.found ? [imeiHash(imei), tacHash(imei)] : [imeiHash(imei)];
      for (const key of keys) memory.set(key, checked);
      const row = JSON.stringify({ raw, checkedAt });
      const write = (id: string) => keyv.set(id, seal.close(row, `answers ${id}`), ttlMs(answer));
      await Promise.all(keys.map(write)).catch(report);
    },
  };
}

/** How a send ended; undefined if its body cannot be read, for example after another secret sealed it. */
function endOf(
  { code, raw, endedAt }: EndedSend,
  read: ReadAnswer,
): Checked | ServiceFailure | undefined {
  if (isFailureCode(code)) return new ServiceFailure(code);
  const stored = rawAnswerSchema.safeParse(parseJson(raw ?? '')).data;
  return stored && checkedIn(stored, endedAt, read);
}

/** Undefined if this version does not have the provider of the answer. */
function checkedIn(
  raw: RawAnswer,
  checkedAt: number,
  read: ReadAnswer,
): Checked | ServiceFailure | undefined {
  try {
    return { answer: read(raw), checkedAt };
  } catch (error) {
    // The process ended before it stored that the answer is a failure.
    return error instanceof ServiceFailure ? error : undefined;
  }
}

function isAnswer(end: Checked | ServiceFailure | undefined): end is Checked {
  return end !== undefined && !(end instanceof ServiceFailure);
}

/** The device of another IMEI of the same TAC: `parts` are computed from this IMEI as the service divides it. */
function asDeviceOf(imei: Imei, { imei: _imei, parts, ...type }: Device): Device {
  // Fields that the interface does not list may be about a single phone.
  const own = {
    tac: imei.slice(0, 6),
    fac: imei.slice(6, 8),
    snr: imei.slice(8, 14),
    cd: imei.slice(14),
  };
  return { ...type, imei, other: {}, ...(parts && { parts: own }) };
}
