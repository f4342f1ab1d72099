import type { Asked, Shown, Told } from './chaos-protocol.ts';
import { imeiOf } from './imeis.ts';

/** So many requests are kept open at once: more are asked as others are answered. */
export const OPEN_AT_ONCE = 10;
const PEOPLE = 12;
/** Of the last IMEIs somebody asked for, so many are asked for again by others. */
const POPULAR = 8;
const BATCH = { from: 2, to: 30 } as const;
const KNOWN_TACS = ['49015420', '01124500', '01161200', '01194800'];
/** The sandbox knows no device of this one. */
const UNKNOWN_TAC = '35999901';

/** One request of the load, and what became of it. */
export interface Case {
  readonly asked: Asked;
  readonly imeis: readonly string[];
  readonly fresh: boolean;
  accepted: boolean;
  /** Every time a last state was shown, and by which process. */
  readonly answers: { readonly shown: Shown; readonly by: number }[];
}

/** People who ask: one number or many, the same ones as others, unknown ones, and some that they want checked again. */
export interface Load {
  readonly cases: readonly Case[];
  /** What to ask now: new requests as long as few are open, and now and then one that was asked before. */
  next(): readonly Asked[];
  /** What a new process has to be asked again, since nobody said that it was written down. */
  unaccepted(): readonly Asked[];
  open(): readonly Case[];
  /** @param by the number of the process that tells it */
  hear(told: Told, by: number): void;
}

/** @param random from 0 to 1, the same in every run of the same seed */
export function createLoad(random: () => number): Load {
  const cases = new Map<string, Case>();
  const popular: string[] = [];
  let serial = 100_000;

  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const newImei = (): string => {
    serial += 1;
    const imei = imeiOf(random() < 0.2 ? UNKNOWN_TAC : (pick(KNOWN_TACS) ?? UNKNOWN_TAC), serial);
    popular.push(imei);
    if (popular.length > POPULAR) popular.shift();
    return imei;
  };
  const anImei = (): string => (random() < 0.35 ? (pick(popular) ?? newImei()) : newImei());
  const someImeis = (): string[] => {
    if (random() < 0.88) return [anImei()];
    const count = BATCH.from + Math.floor(random() * (BATCH.to - BATCH.from + 1));
    return [...new Set(Array.from({ length: count }, anImei))];
  };
  const newCase = (): Case => {
    const imeis = someImeis();
    const fresh = imeis.length === 1 && random() < 0.1;
    const asked: Asked = {
      id: `message-${cases.size + 1}`,
      command: 'imei',
      values: { imei: imeis.join('\n'), fresh },
      requester: `parent:user:${Math.floor(random() * PEOPLE)}`,
    };
    const made: Case = { asked, imeis, fresh, accepted: false, answers: [] };
    cases.set(asked.id, made);
    return made;
  };
  const open = (): Case[] => [...cases.values()].filter(({ answers }) => answers.length === 0);

  return {
    get cases() {
      return [...cases.values()];
    },
    next: () => {
      const due: Asked[] = [];
      for (let more = OPEN_AT_ONCE - open().length; more > 0; more -= 1) due.push(newCase().asked);
      const again = random() < 0.05 ? pick([...cases.values()]) : undefined;
      return again === undefined ? due : [...due, again.asked];
    },
    unaccepted: () => [...cases.values()].filter(({ accepted }) => !accepted).map(({ asked }) => asked),
    open,
    hear: (told, by) => {
      const one = told.kind === 'ready' ? undefined : cases.get(told.id);
      if (one === undefined) return;
      if (told.kind === 'accepted') one.accepted = true;
      if (told.kind === 'shown' && told.last) one.answers.push({ shown: told, by });
    },
  };
}

/** The most checks that such requests can cost: each IMEI once, and once more for everybody who wanted it checked again. */
export function mostCharged(cases: readonly Case[]): number {
  const distinct = new Set(cases.filter(({ fresh }) => !fresh).flatMap(({ imeis }) => imeis));
  return distinct.size + cases.filter(({ fresh }) => fresh).length;
}
