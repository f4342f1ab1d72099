import type { FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import { type Imei, imeiParts } from '../../imei/number/imei.ts';
import { type Barcode, isLinear } from '../barcode.ts';
import { isCard, numbersIn } from './code-numbers.ts';
import { gtinOf } from './gtin.ts';
import { inReadingOrder } from './layout.ts';
import { asLines, gs1Number } from './lines.ts';
import { serialsAmong } from './serial.ts';

/** What the codes of a picture say, identified by content. */
export interface Label {
  /** Certain ones, each once, in label order; labelled `IMEI1` and `IMEI2` where the picture says which is which. */
  readonly imeis: readonly FoundImei[];
  /**
   * Numbers that a person has to confirm (`doubtful`). If there are no IMEIs, also the numbers meant as IMEIs that are
   * invalid; otherwise only possible card numbers.
   */
  readonly problems: readonly FoundProblem[];
  /** The two IMEIs belong to one dual-SIM phone. */
  readonly onePhone: boolean;
  /** The most likely serial number; undefined if none is certain enough. */
  readonly serial?: string;
  /** The article number: EAN, UPC or GTIN-14. */
  readonly gtin?: string;
}

/** Most SIM slots of a phone. */
const SLOTS = 2;

/**
 * Identifies IMEIs, serial number and article number on a label. 14 digits are completed and 16 lose the software version
 * (3GPP TS 23.003, 6.2) where they are labelled or stand beside an IMEI of the same phone, and are doubtful elsewhere;
 * MEIDs, EIDs and ICCIDs are ignored. Which IMEI belongs to which slot is never guessed from its place: Apple prints the
 * second one first.
 */
export function readLabel(codes: readonly Barcode[]): Label {
  const ordered = inReadingOrder(codes);
  // A square code with several numbers has its own order.
  const numbers = [...ordered.filter(isLinear), ...ordered.filter((code) => !isLinear(code))].map(numbersIn);
  const certain = once(numbers.flatMap(({ found }) => found));
  const incomplete = numbers.flatMap((one) => one.incomplete);
  const completed = incomplete.filter((one) => certain.some((other) => areOfOnePhone([one, other])));
  const found = bySlot(once([...certain, ...completed]));
  const asked = [...numbers.flatMap(({ doubtful }) => doubtful), ...incomplete];
  const serials = serialsAmong(ordered.map(asLabelled));
  const [serial] = serials.all;
  const gtin = ordered.map((code) => gtinOf(code) ?? gs1Number(code)).find((one) => one !== undefined);
  const severalPhones = serials.certain && serials.all.length > 1;
  const problems = numbers.flatMap((one) => one.problems);
  return {
    imeis: found,
    problems: [...doubts(asked, found), ...told(problems, found.length > 0)],
    onePhone: !severalPhones && areOfOnePhone(found),
    ...(serial !== undefined && { serial }),
    ...(gtin !== undefined && { gtin }),
  };
}

/** A question for each number that is not certain by another code. */
function doubts(asked: readonly FoundImei[], certain: readonly FoundImei[]): readonly FoundProblem[] {
  return once(asked)
    .filter(({ imei }) => !certain.some((one) => one.imei === imei))
    .map(({ label: _, line, ...reading }) => ({
      text: reading.imei,
      line,
      problem: { kind: 'doubtful', reading },
    }));
}

/** Next to an IMEI, only a card number is reported: it was hardly meant, but a person wants to know that it is visible. */
function told(problems: readonly FoundProblem[], beside: boolean): readonly FoundProblem[] {
  if (!beside) return problems;
  return [...new Map(problems.filter(isCard).map((one) => [one.text, one])).values()];
}

function once(all: readonly FoundImei[]): readonly FoundImei[] {
  const kept = new Map<Imei, FoundImei>();
  for (const one of all) {
    const before = kept.get(one.imei);
    if (before === undefined || (before.label === undefined && one.label !== undefined))
      kept.set(one.imei, one);
  }
  return [...kept.values()];
}

/** Sorted by slot if both IMEIs have a slot number. */
function bySlot(found: readonly FoundImei[]): readonly FoundImei[] {
  if (found.length !== SLOTS || found.some(({ label }) => label === undefined)) return found;
  return [...found].sort((one, other) => (one.label ?? '').localeCompare(other.label ?? ''));
}

/** Whether two IMEIs have the same TAC or the same serial number: makers with one TAC per slot number both slots alike. */
function areOfOnePhone([first, second, ...more]: readonly FoundImei[]): boolean {
  if (first === undefined || second === undefined || more.length > SLOTS - 2) return false;
  const [one, other] = [imeiParts(first.imei), imeiParts(second.imei)];
  return one.tac === other.tac || one.serial === other.serial;
}

function asLabelled({ text, symbology }: Barcode): Pick<Barcode, 'text' | 'symbology'> {
  return { text: asLines(text), symbology };
}
