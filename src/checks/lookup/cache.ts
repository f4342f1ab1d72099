import type { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { type Imei, legacyParts, tacOf } from '../../imei/imei.ts';
import type { ReadAnswer } from '../../provider/contract.ts';
import type { CheckAnswer, Device, RawAnswer } from '../../provider/device.ts';
import { ANSWERS, type Seal } from '../../store/seal/seal.ts';
import { idsOf } from '../../store/seal/sealed-rows.ts';
import type { Answer, Source } from '../answer.ts';
import { rawAnswerSchema } from '../outbox/ledger-row.ts';

/** Hot answers served without the database: a device is about 2 kB. */
const MEMORY_ROWS = 5_000;
/** A check asks a dozen times what its IMEI is filed under. */
const MEMORY_HASHES = 1_000;

const rowSchema = z.object({
  raw: rawAnswerSchema,
  checkedAt: z.number(),
  expiresAt: z.number(),
  /** What the row's id is the hash of, so that it gets another one with another secret; rows of before have none. */
  name: z.string().optional(),
});
type Row = z.infer<typeof rowSchema>;

export interface CacheSettings {
  /** `tac`: an answer also serves the other IMEIs of the same type. */
  readonly scope: 'imei' | 'tac';
  readonly foundTtlMs: number;
  readonly notFoundTtlMs: number;
  /** Which service the answers are from: those of the sandbox must never be taken for the real one's. */
  readonly realm: string;
  /** What the same service was named in rows of earlier versions. */
  readonly formerRealms?: readonly string[];
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
  /** What the rows of an IMEI are filed under, for the ledger and the claims to use as well. */
  hashesOf(imei: Imei): ImeiHashes;
}

/** The keyed hashes of one IMEI. */
export interface ImeiHashes {
  /** Its own, by which new rows are filed. */
  readonly own: string;
  /** Its own, and those by which earlier versions filed it, or an older secret. */
  readonly all: readonly string[];
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
  const hashes = new LRUCache<Imei, ImeiHashes>({ max: MEMORY_HASHES });
  const unwritten = new LRUCache<string, Row>({ max: MEMORY_ROWS });
  const { realm, formerRealms = [] } = settings;
  const imeiName = (named: string, imei: Imei): string => `imei ${named} ${imei}`;
  const tacName = (named: string, imei: Imei): string => `tac ${named} ${tacOf(imei)}`;
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
  /** An answer that was filed under another name is found by the first secret alone from now on. */
  const fileAnew = async (former: string, { raw, checkedAt, expiresAt, name = '' }: Row): Promise<void> => {
    await writeRow(seal.hash(name), { raw, checkedAt, expiresAt, name });
    await keyv.delete(former);
  };
  const readAt = async (id: string) => {
    const sealed = await keyv.get(id);
    return sealed === undefined ? undefined : { id, row: openRow({ seal, read: readRaw }, id, sealed) };
  };
  const readFormer = async (name: string, key: string) => {
    const formers = seal.formerHashes(name);
    // Answers that an earlier version wrote are filed anew in the background: one may be on its way to its new key.
    for (const id of formers.length === 0 ? [] : [...formers, key]) {
      const found = await readAt(id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const look = async (name: string) => {
    const key = seal.hash(name);
    const hot = memory.get(key);
    if (hot !== undefined && hot.expiresAt > clock.now()) return hot;
    // The former names are hashed last, since nearly all that are found stand under the key of today.
    const { id = key, row: known } = (await readAt(key)) ?? (await readFormer(name, key)) ?? {};
    if (known === undefined || known.expiresAt <= clock.now()) return undefined;
    memory.set(key, known);
    // Where that fails, the next one who asks for it does it.
    if (id !== key) await fileAnew(id, { ...known, name }).catch(() => undefined);
    return known;
  };
  /** Under the service's name of today, or else as it was written before. */
  const lookIn = async (nameIn: typeof imeiName, imei: Imei) => {
    for (const named of [realm, ...formerRealms]) {
      const known = await look(nameIn(named, imei));
      if (known !== undefined) return known;
    }
    return undefined;
  };
  const write = async (key: string, row: Row, answer: CheckAnswer): Promise<void> => {
    memory.set(key, { answer, checkedAt: row.checkedAt, expiresAt: row.expiresAt });
    await writeRow(key, row);
  };

  const hashAll = (imei: Imei): ImeiHashes => {
    const names = [realm, ...formerRealms].map((named) => imeiName(named, imei));
    const all = names.flatMap((name) => idsOf(seal, name));
    const own = seal.hash(imeiName(realm, imei));
    return { own, all, scope: settings.scope === 'tac' ? seal.hash(tacName(realm, imei)) : own };
  };
  return {
    hashesOf: (imei) => {
      const known = hashes.get(imei) ?? hashAll(imei);
      hashes.set(imei, known);
      return known;
    },
    get: async (imei) => {
      const own = await lookIn(imeiName, imei);
      if (own !== undefined) return answerAs(own, 'cache');
      if (settings.scope !== 'tac') return undefined;
      const sameType = await lookIn(tacName, imei);
      if (sameType === undefined || !sameType.answer.found) return undefined;
      const device = asDeviceOf(imei, sameType.answer.device);
      return answerAs({ answer: { found: true, device }, checkedAt: sameType.checkedAt }, 'tac');
    },
    put: async (imei, raw, { answer, checkedAt }) => {
      const keptMs = ttlMs(answer);
      if (keptMs <= 0) return false;
      const row = { raw, checkedAt, expiresAt: checkedAt + keptMs };
      const own = imeiName(realm, imei);
      const names = settings.scope === 'tac' && answer.found ? [own, tacName(realm, imei)] : [own];
      await Promise.all(names.map((name) => write(seal.hash(name), { ...row, name }, answer)));
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
  const text = seal.open(sealed, { collection: ANSWERS, id }) ?? seal.openFormer(sealed)?.text;
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
