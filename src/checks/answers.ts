import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { jsonIn } from '../core/errors.ts';
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
  sent(imei: Imei, request?: CheckRequest, t?: Statement): Promise<Answer | undefined>;
  /** Keeps an answer in memory at once, and in the store for as long as answers of its kind are kept. */
  set(imei: Imei, raw: RawAnswer, checked: Checked): Promise<void>;
  /** The answer as it is given. */
  as(source: Source, checked: Checked): Answer;
  /** The keyed hashes under which an IMEI and a request are stored. */
  keyOf(imei: Imei): string;
  nameOf(requestId: string): string;
}

export function createAnswers(
  { store, seal, clock, settings }: Pick<ChecksNeeds, 'store' | 'seal' | 'clock' | 'settings'>,
  read: ReadAnswer,
  sends: Pick<SendTable, 'of'>,
): Answers {
  const { keyv, sql } = store;
  const { realm, scope, sandbox, foundTtlMs, notFoundTtlMs } = settings.cache;
  const memory = new LRUCache<string, Checked>({ max: MEMORY_ROWS });
  const keyOf = (imei: Imei): string => seal.hash(`imei ${realm} ${imei}`);
  const tacKey = (imei: Imei): string => seal.hash(`tac ${realm} ${tacOf(imei)}`);
  const nameOf = (requestId: string): string => seal.hash(`request ${requestId}`);
  const keptMs = ({ found }: CheckAnswer): number => (found ? foundTtlMs : notFoundTtlMs);
  const isFresh = ({ answer, checkedAt }: Checked): boolean => checkedAt + keptMs(answer) > clock.now();
  const as: Answers['as'] = (source, { answer, checkedAt }) => ({ source, checkedAt, sandbox, ...answer });

  const look = async (key: string): Promise<Checked | undefined> => {
    const hot = memory.get(key);
    if (hot !== undefined && isFresh(hot)) return hot;
    const sealed = await keyv.get(key);
    const text = sealed === undefined ? undefined : seal.open(sealed, `answers ${key}`);
    const row = text === undefined ? undefined : rowSchema.safeParse(jsonIn(text)).data;
    const known = row && checkedIn(row.raw, row.checkedAt, read);
    if (!isAnswer(known) || !isFresh(known)) return undefined;
    memory.set(key, known);
    return known;
  };
  return {
    keyOf,
    nameOf,
    as,
    get: async (imei) => {
      const own = await look(keyOf(imei));
      if (own !== undefined) return as('cache', own);
      const sameType = scope === 'tac' ? await look(tacKey(imei)) : undefined;
      if (sameType === undefined || !sameType.answer.found) return undefined;
      const device = asDeviceOf(imei, sameType.answer.device);
      return as('tac', { ...sameType, answer: { found: true, device } });
    },
    sent: async (imei, request, t = sql.read) => {
      const name = request && nameOf(request.requestId);
      const ends = (await sends.of(t, keyOf(imei))).map((row) => ({
        end: endOf(row, read),
        isTheirs: row.request === name || (request !== undefined && row.endedAt > request.acceptedAt),
      }));
      // The latest first, and an answer before a doubt.
      for (const { end, isTheirs } of ends)
        if (isAnswer(end) && (isTheirs || (request?.fresh !== true && isFresh(end)))) return as('cache', end);
      for (const { end, isTheirs } of ends)
        if (end instanceof ServiceFailure && end.paid === 'maybe' && isTheirs) throw end;
      return undefined;
    },
    set: async (imei, raw, checked) => {
      const { answer, checkedAt } = checked;
      const keys = scope === 'tac' && answer.found ? [keyOf(imei), tacKey(imei)] : [keyOf(imei)];
      for (const key of keys) memory.set(key, checked);
      const row = JSON.stringify({ raw, checkedAt });
      const write = (id: string) => keyv.set(id, seal.close(row, `answers ${id}`), keptMs(answer));
      await Promise.all(keys.map(write));
    },
  };
}

/** How a send ended; undefined for a body that cannot be read, such as one that another secret sealed. */
function endOf({ code, raw, endedAt }: EndedSend, read: ReadAnswer): Checked | ServiceFailure | undefined {
  if (isFailureCode(code)) return new ServiceFailure(code);
  const stored = rawAnswerSchema.safeParse(jsonIn(raw ?? '')).data;
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

/** Keeps what is true for all phones of the type, and computes the rest from this IMEI. */
function asDeviceOf(imei: Imei, { imei: _imei, parts, ...type }: Device): Device {
  // Nobody knows whether fields that the interface does not list are of the type or of the one phone.
  return { ...type, imei, other: {}, ...(parts === undefined ? {} : { parts: legacyParts(imei) }) };
}

/** The parts before 2004, with a final assembly code, as the service's `imei_parts` has them: 6, 2, 6 and 1 digits. */
function legacyParts(imei: Imei): { tac: string; fac: string; snr: string; cd: string } {
  return { tac: imei.slice(0, 6), fac: imei.slice(6, 8), snr: imei.slice(8, 14), cd: imei.slice(14) };
}
