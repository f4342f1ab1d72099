import type { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { type Imei, tacOf } from '../../imei/imei.ts';
import type { ReadAnswer } from '../../provider/contract.ts';
import type { CheckAnswer, Device, RawAnswer } from '../../provider/device.ts';
import { ANSWERS, type Seal } from '../../store/seal/seal.ts';
import type { Answer, Source } from '../answer.ts';
import { rawAnswerSchema } from '../outbox/ledger-row.ts';

/** Hot answers served without the database: a device is about 2 kB. */
const MEMORY_ROWS = 5_000;

const rowSchema = z.object({
  raw: rawAnswerSchema,
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
  /**
   * Puts an answer at once into memory and, before it resolves, into the database, for as long as answers of this kind are
   * kept. Resolves with whether it is kept for as long as whoever paid for it may ask again.
   */
  put(imei: Imei, raw: RawAnswer, checked: Checked): Promise<boolean>;
  /** Whether an answer is recent enough to be given again. */
  isFresh(checked: Checked): boolean;
  /** Writes what the database would not take. */
  catchUp(): Promise<void>;
  /** What the rows of an IMEI are filed under, for the ledger to use as well. */
  hashesOf(imei: Imei): ImeiHashes;
}

/** The keyed hashes of one IMEI: its own, by which its rows are filed, and that of its scope. */
export interface ImeiHashes {
  readonly own: string;
  /** The one of all IMEIs for which one answer is enough. */
  readonly scope: string;
}

interface Checked {
  readonly answer: CheckAnswer;
  readonly checkedAt: number;
}

export interface CacheNeeds {
  readonly keyv: Keyv<string>;
  readonly seal: Seal;
  readonly read: ReadAnswer;
  readonly clock: Clock;
  readonly settings: CacheSettings;
  /** For so long the request that paid for an answer may be taken up again. */
  readonly requestMaxAgeMs: number;
}

export function createAnswerCache(needs: CacheNeeds): AnswerCache {
  const { keyv, seal, read: readRaw, clock, settings, requestMaxAgeMs } = needs;
  const memory = new LRUCache<string, Checked & { readonly expiresAt: number }>({ max: MEMORY_ROWS });
  const unwritten = new LRUCache<string, Row>({ max: MEMORY_ROWS });
  const { realm } = settings;
  const imeiKey = (imei: Imei): string => seal.hash(`imei ${realm} ${imei}`);
  const tacKey = (imei: Imei): string => seal.hash(`tac ${realm} ${tacOf(imei)}`);
  const ttlMs = ({ found }: CheckAnswer): number => (found ? settings.foundTtlMs : settings.notFoundTtlMs);
  const answerAs = (known: Checked, source: Source): Answer => ({
    source,
    checkedAt: known.checkedAt,
    sandbox: settings.sandbox,
    ...known.answer,
  });

  const writeRow = async (key: string, row: Row): Promise<void> => {
    unwritten.set(key, row);
    await keyv.set(
      key,
      seal.close(JSON.stringify(row), { collection: ANSWERS, id: key }),
      row.expiresAt - clock.now(),
    );
    unwritten.delete(key);
  };
  const look = async (key: string) => {
    const hot = memory.get(key);
    if (hot !== undefined && hot.expiresAt > clock.now()) return hot;
    const sealed = await keyv.get(key);
    const known = sealed === undefined ? undefined : openRow({ seal, read: readRaw }, key, sealed);
    if (known === undefined || known.expiresAt <= clock.now()) return undefined;
    memory.set(key, known);
    return known;
  };
  const write = async (key: string, row: Row, answer: CheckAnswer): Promise<void> => {
    memory.set(key, { answer, checkedAt: row.checkedAt, expiresAt: row.expiresAt });
    await writeRow(key, row);
  };

  return {
    hashesOf: (imei) => {
      const own = imeiKey(imei);
      return { own, scope: settings.scope === 'tac' ? tacKey(imei) : own };
    },
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
      const keptMs = ttlMs(answer);
      if (keptMs <= 0) return false;
      const row = { raw, checkedAt, expiresAt: checkedAt + keptMs };
      const own = imeiKey(imei);
      const keys = settings.scope === 'tac' && answer.found ? [own, tacKey(imei)] : [own];
      await Promise.all(keys.map((key) => write(key, row, answer)));
      return keptMs >= requestMaxAgeMs;
    },
    isFresh: ({ answer, checkedAt }) => checkedAt + ttlMs(answer) > clock.now(),
    catchUp: async () => {
      for (const [key, row] of [...unwritten.entries()]) {
        if (row.expiresAt <= clock.now()) unwritten.delete(key);
        else await writeRow(key, row);
      }
    },
  };
}

function openRow(
  { seal, read }: Pick<CacheNeeds, 'seal' | 'read'>,
  id: string,
  sealed: string,
): (Checked & Row) | undefined {
  const text = seal.open(sealed, { collection: ANSWERS, id });
  if (text === undefined) return undefined;
  try {
    const row = rowSchema.parse(JSON.parse(text));
    return { ...row, answer: read(row.raw) };
  } catch {
    // Of another version of the bot, or of a provider it does not have: as good as no row, and no fault of the database.
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
