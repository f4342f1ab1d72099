import { imeiOf } from '../support/imeis.ts';
import type { BotMessage, Question, Shown } from './messages.ts';

/** The number of open requests: each answer is followed by a new request. */
export const OPEN_AT_ONCE = 10;
const PEOPLE = 12;
/** How many of the latest IMEIs other people ask for again. */
const POPULAR = 8;
const BATCH = { from: 2, to: 30 } as const;
const KNOWN_TACS = ['49015420', '01124500', '01161200', '01194800'];
/** An IMEI that the sandbox does not know. */
const UNKNOWN_TAC = '35000001';

/** One request of the load, with its result. */
export interface Case {
  readonly asked: Question;
  readonly imeis: readonly string[];
  readonly fresh: boolean;
  accepted: boolean;
  /** Every time a last state was shown, and by which process. */
  readonly answers: { readonly shown: Shown; readonly by: number }[];
}

/**
 * People who ask: one number or many, the same ones as others, unknown ones, and some that they
 * want checked again.
 * @param random from 0 to 1, the same in every run of the same seed
 */
export function createLoad(random: () => number) {
  const cases = new Map<string, Case>();
  const popular: string[] = [];
  let serial = 100_000;

  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];
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
  const add = (
    requester: Question['requester'],
    values: Question['values'],
    about: Pick<Case, 'imeis' | 'fresh'>,
  ): Question => {
    const asked: Question = { id: `message-${cases.size + 1}`, command: 'imei', values, requester };
    cases.set(asked.id, { asked, ...about, accepted: false, answers: [] });
    return asked;
  };
  const askImeis = (): Question => {
    const imeis = someImeis();
    const fresh = imeis.length === 1 && random() < 0.1;
    const person = `parent:user:${Math.floor(random() * PEOPLE)}` as const;
    return add(person, { imei: imeis.join('\n'), fresh }, { imeis, fresh });
  };
  const open = (): Case[] => [...cases.values()].filter(({ answers }) => answers.length === 0);

  return {
    get cases(): readonly Case[] {
      return [...cases.values()];
    },
    /**
     * What to ask now: new requests, so that {@link OPEN_AT_ONCE} are open, and sometimes one that
     * was asked before.
     */
    next: (): readonly Question[] => {
      const due: Question[] = [];
      for (let more = OPEN_AT_ONCE - open().length; more > 0; more -= 1) due.push(askImeis());
      const again = random() < 0.05 ? pick([...cases.values()]) : undefined;
      return again === undefined ? due : [...due, again.asked];
    },
    /** What to ask a new process again, since no earlier one said that the request is stored. */
    unaccepted: (): readonly Question[] =>
      [...cases.values()].filter(({ accepted }) => !accepted).map(({ asked }) => asked),
    open,
    /** @param by the number of the process that sent the message */
    record: (message: BotMessage, by: number): void => {
      const about = message.kind === 'ready' ? undefined : cases.get(message.id);
      if (about === undefined) return;
      if (message.kind === 'accepted') about.accepted = true;
      if (message.kind === 'shown' && message.last) about.answers.push({ shown: message, by });
    },
  };
}
