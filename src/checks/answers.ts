import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { jsonIn } from '../core/json.ts';
import { type Imei, tacOf } from '../imei/imei.ts';
import type { ReadAnswer } from '../provider/contract.ts';
import type { CheckAnswer, Device, RawAnswer } from '../provider/device.ts';
import { ANSWERS } from '../store/seal/seal.ts';
import type { Answer, Source } from './answer.ts';
import type { ChecksNeeds } from './basics.ts';

/** Hot answers served without the database: a device is about 2 kB. */
const MEMORY_ROWS = 5_000;

export const rawAnswerSchema = z.object({ httpStatus: z.number(), body: z.string(), reader: z.string() });
const rowSchema = z.object({ raw: rawAnswerSchema, checkedAt: z.number() });

export interface Checked {
  readonly answer: CheckAnswer;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/** Answers that were paid for: a fast copy of what the sends hold, kept for longer. */
export interface Answers {
  /** The answer known for this IMEI, or for its TAC where the scope allows. Rejects if the store fails: that is not a miss. */
  get(imei: Imei): Promise<Answer | undefined>;
  /** Keeps an answer in memory at once, and in the store for as long as answers of its kind are kept. */
  put(imei: Imei, raw: RawAnswer, checked: Checked): Promise<void>;
  /** Whether an answer is recent enough to be given again. */
  isFresh(checked: Checked): boolean;
  /** The answer as it is given. */
  as(source: Source, checked: Checked): Answer;
  /** The keyed hash under which an IMEI is stored. */
  keyOf(imei: Imei): string;
}

export function createAnswers(
  { store, seal, clock, settings }: Pick<ChecksNeeds, 'store' | 'seal' | 'clock' | 'settings'>,
  read: ReadAnswer,
): Answers {
  const { keyv } = store;
  const { realm, scope, sandbox, foundTtlMs, notFoundTtlMs } = settings.cache;
  const memory = new LRUCache<string, Checked>({ max: MEMORY_ROWS });
  const keyOf = (imei: Imei): string => seal.hash(`imei ${realm} ${imei}`);
  const tacKey = (imei: Imei): string => seal.hash(`tac ${realm} ${tacOf(imei)}`);
  const keptMs = ({ found }: CheckAnswer): number => (found ? foundTtlMs : notFoundTtlMs);
  const isFresh = ({ answer, checkedAt }: Checked): boolean => checkedAt + keptMs(answer) > clock.now();
  const as: Answers['as'] = (source, { answer, checkedAt }) => ({ source, checkedAt, sandbox, ...answer });

  const look = async (key: string): Promise<Checked | undefined> => {
    const hot = memory.get(key);
    if (hot !== undefined && isFresh(hot)) return hot;
    const sealed = await keyv.get(key);
    const text = sealed === undefined ? undefined : seal.open(sealed, { collection: ANSWERS, id: key });
    const known = text === undefined ? undefined : checkedIn(text, read);
    if (known === undefined || !isFresh(known)) return undefined;
    memory.set(key, known);
    return known;
  };
  return {
    keyOf,
    isFresh,
    as,
    get: async (imei) => {
      const own = await look(keyOf(imei));
      if (own !== undefined) return as('cache', own);
      const sameType = scope === 'tac' ? await look(tacKey(imei)) : undefined;
      if (sameType === undefined || !sameType.answer.found) return undefined;
      const device = asDeviceOf(imei, sameType.answer.device);
      return as('tac', { ...sameType, answer: { found: true, device } });
    },
    put: async (imei, raw, checked) => {
      const { answer, checkedAt } = checked;
      const keys = scope === 'tac' && answer.found ? [keyOf(imei), tacKey(imei)] : [keyOf(imei)];
      for (const key of keys) memory.set(key, checked);
      const row = JSON.stringify({ raw, checkedAt });
      const write = (id: string) =>
        keyv.set(id, seal.close(row, { collection: ANSWERS, id }), keptMs(answer));
      await Promise.all(keys.map(write));
    },
  };
}

/** Undefined for a row of another version, or of a provider that this one does not have. */
function checkedIn(text: string, read: ReadAnswer): Checked | undefined {
  const row = rowSchema.safeParse(jsonIn(text)).data;
  try {
    return row && { answer: read(row.raw), checkedAt: row.checkedAt };
  } catch {
    return undefined;
  }
}

/** What is true of a whole type is kept; what is of the one phone is made from the IMEI asked for. */
function asDeviceOf(imei: Imei, { imei: _imei, parts, ...type }: Device): Device {
  // Nobody knows whether fields that the interface does not list are of the type or of the one phone.
  return { ...type, imei, other: {}, ...(parts === undefined ? {} : { parts: legacyParts(imei) }) };
}

/** The parts before 2004, with a final assembly code, as the service's `imei_parts` has them: 6, 2, 6 and 1 digits. */
function legacyParts(imei: Imei): { tac: string; fac: string; snr: string; cd: string } {
  return { tac: imei.slice(0, 6), fac: imei.slice(6, 8), snr: imei.slice(8, 14), cd: imei.slice(14) };
}
