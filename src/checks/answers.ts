import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '../core/errors.ts';
import { type Imei, tacOf } from '../imei/imei.ts';
import type { ReadAnswer } from '../provider/contract.ts';
import type { CheckAnswer, Device, RawAnswer } from '../provider/device.ts';
import { isFailureCode, ServiceFailure } from '../provider/errors.ts';
import type { EndedSend, SendTable } from '../store/schema/send.ts';
import type { Statement } from '../store/sql.ts';
import type { Answer, CheckRequest, ChecksNeeds, Source } from './contract.ts';

/** Hot answers served without the database: a device is about 2 kB. */
const MEMORY_ROWS = 5_000;

const rawAnswerSchema = z.object({ httpStatus: z.number(), body: z.string(), reader: z.string() });
const rowSchema = z.object({ raw: rawAnswerSchema, checkedAt: z.number() });

export interface Checked {
  readonly answer: CheckAnswer;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/** Paid answers: the rows of `send`, and a fast copy that is kept longer. */
export interface Answers {
  /** The copy of this IMEI's answer, or of its TAC's where the scope allows. Rejects if the store fails: that is not a miss. */
  get(imei: Imei): Promise<Answer | undefined>;
  /**
   * What is known of an IMEI from its sends: an answer that is fresh, or that was paid since the request was accepted.
   * @param t of a transaction; by default it reads what was committed
   * @throws ServiceFailure if one was sent since then that may have been paid for; StoreFailed
   */
  fromSends(imei: Imei, request?: CheckRequest, t?: Statement): Promise<Answer | undefined>;
  /** Keeps an answer in memory at once, and in the store for as long as answers of its kind are kept. */
  set(imei: Imei, raw: RawAnswer, checked: Checked): Promise<void>;
  /** A stored answer as commands get it. */
  toAnswer(source: Source, checked: Checked): Answer;
  /** The keyed hashes under which an IMEI and a request are stored. */
  imeiHash(imei: Imei): string;
  requestHash(requestId: string): string;
}

export function createAnswers(
  { store, seal, clock, settings }: Pick<ChecksNeeds, 'store' | 'seal' | 'clock' | 'settings'>,
  read: ReadAnswer,
  sends: Pick<SendTable, 'listEnded'>,
): Answers {
  const { keyv, sql } = store;
  const { realm, scope, sandbox, foundTtlMs, notFoundTtlMs } = settings.cache;
  const memory = new LRUCache<string, Checked>({ max: MEMORY_ROWS });
  const imeiHash = (imei: Imei): string => seal.hash(`imei ${realm} ${imei}`);
  const tacHash = (imei: Imei): string => seal.hash(`tac ${realm} ${tacOf(imei)}`);
  const requestHash = (requestId: string): string => seal.hash(`request ${requestId}`);
  const ttlMs = ({ found }: CheckAnswer): number => (found ? foundTtlMs : notFoundTtlMs);
  const isFresh = ({ answer, checkedAt }: Checked): boolean => checkedAt + ttlMs(answer) > clock.now();
  const toAnswer: Answers['toAnswer'] = (source, { answer, checkedAt }) => ({
    source,
    checkedAt,
    sandbox,
    ...answer,
  });

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
    imeiHash,
    requestHash,
    toAnswer,
    get: async (imei) => {
      const own = await lookUp(imeiHash(imei));
      if (own !== undefined) return toAnswer('cache', own);
      const sameType = scope === 'tac' ? await lookUp(tacHash(imei)) : undefined;
      if (sameType === undefined || !sameType.answer.found) return undefined;
      const device = asDeviceOf(imei, sameType.answer.device);
      return toAnswer('tac', { ...sameType, answer: { found: true, device } });
    },
    fromSends: async (imei, request, t = sql.read) => {
      const name = request && requestHash(request.requestId);
      const ends = (await sends.listEnded(t, imeiHash(imei))).map((row) => ({
        end: endOf(row, read),
        isTheirs: row.request === name || (request !== undefined && row.endedAt > request.acceptedAt),
      }));
      // The latest first, and an answer before a doubt.
      for (const { end, isTheirs } of ends)
        if (isAnswer(end) && (isTheirs || (request?.fresh !== true && isFresh(end))))
          return toAnswer('cache', end);
      for (const { end, isTheirs } of ends)
        if (end instanceof ServiceFailure && end.paid === 'maybe' && isTheirs) throw end;
      return undefined;
    },
    set: async (imei, raw, checked) => {
      const { answer, checkedAt } = checked;
      const keys = scope === 'tac' && answer.found ? [imeiHash(imei), tacHash(imei)] : [imeiHash(imei)];
      for (const key of keys) memory.set(key, checked);
      const row = JSON.stringify({ raw, checkedAt });
      const write = (id: string) => keyv.set(id, seal.close(row, `answers ${id}`), ttlMs(answer));
      await Promise.all(keys.map(write));
    },
  };
}

/** How a send ended; undefined for a body that cannot be read, such as one that another secret sealed. */
function endOf({ code, raw, endedAt }: EndedSend, read: ReadAnswer): Checked | ServiceFailure | undefined {
  if (isFailureCode(code)) return new ServiceFailure(code);
  const stored = rawAnswerSchema.safeParse(parseJson(raw ?? '')).data;
  return stored && checkedIn(stored, endedAt, read);
}

/** Undefined for an answer of a provider that this version does not have. */
function checkedIn(
  raw: RawAnswer,
  checkedAt: number,
  read: ReadAnswer,
): Checked | ServiceFailure | undefined {
  try {
    return { answer: read(raw), checkedAt };
  } catch (error) {
    // Its process ended before it could store that the answer is a failure.
    return error instanceof ServiceFailure ? error : undefined;
  }
}

function isAnswer(end: Checked | ServiceFailure | undefined): end is Checked {
  return end !== undefined && !(end instanceof ServiceFailure);
}

/** Keeps what is true for all phones of the type, and computes the rest from this IMEI: `parts` as the service cuts it. */
function asDeviceOf(imei: Imei, { imei: _imei, parts, ...type }: Device): Device {
  // Fields that the interface does not list may belong to the one phone.
  const own = { tac: imei.slice(0, 6), fac: imei.slice(6, 8), snr: imei.slice(8, 14), cd: imei.slice(14) };
  return { ...type, imei, other: {}, ...(parts && { parts: own }) };
}
