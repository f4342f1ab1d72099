import type { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { type Imei, legacyParts, tacOf } from '../imei/imei.ts';
import type { CheckAnswer, Device, RawAnswer } from '../service/device.ts';
import { readCheckAnswer } from '../service/read.ts';
import type { Seal } from '../store/seal.ts';
import type { Answer, Source } from './answer.ts';

/** Hot answers served without the database: a device is about 2 kB. */
const MEMORY_ROWS = 5_000;

const rowSchema = z.object({
  raw: z.object({ httpStatus: z.number(), body: z.string() }),
  checkedAt: z.number(),
  expiresAt: z.number(),
});
type Row = z.infer<typeof rowSchema>;

export interface CacheSettings {
  /** `tac`: an answer also serves the other IMEIs of the same type. */
  readonly scope: 'imei' | 'tac';
  readonly foundTtlMs: number;
  readonly notFoundTtlMs: number;
  /** Which service the answers are from: those of the sandbox must never be taken for the real one's. */
  readonly realm: string;
  readonly sandbox: boolean;
}

/** Answers that were paid for. Rejects when the database fails: a read that fails is not a miss. */
export interface AnswerCache {
  /** The answer known for this IMEI, from memory or the database, or by its TAC where the scope allows. */
  get(imei: Imei): Promise<Answer | undefined>;
  /** Puts an answer at once into memory and, before it resolves, into the database. */
  put(imei: Imei, raw: RawAnswer, checked: { answer: CheckAnswer; checkedAt: number }): Promise<void>;
  /** What the rows of this IMEI are filed under, for the ledger to use as well. */
  hashOf(imei: Imei): string;
}

export interface CacheNeeds {
  readonly keyv: Keyv<string>;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly settings: CacheSettings;
}

export function createAnswerCache({ keyv, seal, clock, settings }: CacheNeeds): AnswerCache {
  const memory = new LRUCache<string, { answer: CheckAnswer; checkedAt: number; expiresAt: number }>({
    max: MEMORY_ROWS,
  });
  const imeiKey = (imei: Imei): string => seal.hash(`imei ${settings.realm} ${imei}`);
  const tacKey = (imei: Imei): string => seal.hash(`tac ${settings.realm} ${tacOf(imei)}`);
  const answerAs = (known: { answer: CheckAnswer; checkedAt: number }, source: Source): Answer => ({
    source,
    checkedAt: known.checkedAt,
    sandbox: settings.sandbox,
    ...known.answer,
  });

  const look = async (key: string) => {
    const hot = memory.get(key);
    if (hot !== undefined && hot.expiresAt > clock.now()) return hot;
    const sealed = await keyv.get(key);
    const row = sealed === undefined ? undefined : openRow(seal, sealed);
    if (row === undefined || row.expiresAt <= clock.now()) return undefined;
    const known = { ...row, answer: readCheckAnswer(row.raw) };
    memory.set(key, known);
    return known;
  };
  const write = async (key: string, row: Row, answer: CheckAnswer): Promise<void> => {
    memory.set(key, { answer, checkedAt: row.checkedAt, expiresAt: row.expiresAt });
    await keyv.set(key, seal.close(JSON.stringify(row)), row.expiresAt - clock.now());
  };

  return {
    hashOf: imeiKey,
    get: async (imei) => {
      const own = await look(imeiKey(imei));
      if (own !== undefined) return answerAs(own, 'cache');
      if (settings.scope !== 'tac') return undefined;
      const sameType = await look(tacKey(imei));
      if (sameType === undefined || !sameType.answer.found) return undefined;
      const device = asDeviceOf(imei, sameType.answer.device);
      return answerAs({ answer: { found: true, device }, checkedAt: sameType.checkedAt }, 'tac');
    },
    put: async (imei, raw, { answer, checkedAt }) => {
      const ttlMs = answer.found ? settings.foundTtlMs : settings.notFoundTtlMs;
      if (ttlMs <= 0) return;
      const row = { raw, checkedAt, expiresAt: checkedAt + ttlMs };
      await write(imeiKey(imei), row, answer);
      if (settings.scope === 'tac' && answer.found) await write(tacKey(imei), row, answer);
    },
  };
}

function openRow(seal: Seal, sealed: string): Row | undefined {
  const text = seal.open(sealed);
  return text === undefined ? undefined : rowSchema.parse(JSON.parse(text));
}

/** What is true of a whole type is kept; what is of the one phone is made from the IMEI asked for. */
function asDeviceOf(imei: Imei, { imei: _other, parts, ...type }: Device): Device {
  return { ...type, imei, ...(parts === undefined ? {} : { parts: legacyParts(imei) }) };
}
