import type { FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import { areNeighbours, type Imei, isOfOnePhone, warningOf } from '../../imei/imei.ts';
import { MISREAD, UNNAMED, type WhyAsked } from '../../imei/number/reading.ts';
import { type Barcode, isLinear } from '../barcode.ts';
import type { TextImei } from '../text-imei.ts';
import { type CodeNumbers, type Doubted, isCard, numbersIn } from './code-numbers.ts';
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
  /** There are two IMEIs, which may be those of one phone, and no second serial number. */
  readonly isPair: boolean;
  /** The two IMEIs belong to one dual-SIM phone, and not to two phones of one model, as far as the picture tells. */
  readonly onePhone: boolean;
  /** The most likely serial number; undefined if none is certain enough. */
  readonly serial?: string;
  /** The article number: EAN, UPC or GTIN-14. */
  readonly gtin?: string;
}

/**
 * Identifies IMEIs, serial number and article number on a label. 14 digits are completed and 16 lose the software version
 * (3GPP TS 23.003, 6.2) where they are labelled or stand beside an IMEI of the same phone, and are doubtful elsewhere;
 * MEIDs, EIDs and ICCIDs are ignored. Which IMEI belongs to which slot is never guessed from its place: Apple prints the
 * second one first.
 */
export function readLabel(codes: readonly Barcode[], texts: readonly TextImei[] = []): Label {
  const ordered = inReadingOrder(codes);
  // A square code with several numbers has its own order.
  const numbers = [...ordered.filter(isLinear), ...ordered.filter((code) => !isLinear(code))].map(numbersIn);
  const read = texts.filter(({ doubt }) => doubt === undefined).map(foundInText);
  const certain = [...numbers.flatMap((one) => one.found), ...read];
  const incomplete = numbers.flatMap((one) => one.incomplete);
  const known = { certain, incomplete, called: numbers.flatMap((one) => one.called) };
  const inCodes = numbers.flatMap((one) => [
    ...one.found,
    ...one.incomplete.filter((other) => isBesideOwn(other, known)),
  ]);
  const found = bySlot(once([...inCodes.map(inBars), ...read]));
  const inBarsAsked = [
    ...numbers.flatMap(({ doubtful }) => doubtful),
    ...incomplete.map((one) => ({ one, doubt: doubtOf(one, known) })),
  ];
  const asked = [
    ...inBarsAsked.map(({ one, doubt }) => ({ one: inBars(one), doubt })),
    ...texts.flatMap((text) =>
      text.doubt === undefined ? [] : [{ one: foundInText(text), doubt: text.doubt }],
    ),
  ];
  const serials = serialsAmong(ordered.map(asLabelled));
  const [serial] = serials.all;
  const gtin = ordered.map((code) => gtinOf(code) ?? gs1Number(code)).find((one) => one !== undefined);
  const severalPhones = serials.certain && serials.all.length > 1;
  const isPair = !severalPhones && areOfOnePhone(found);
  const isOfTwo = mayBeTwoPhones(found, serials.all.length > 0 || areInOneCode(found, numbers));
  const problems = numbers.flatMap((one) => one.problems);
  return {
    imeis: found,
    problems: [...doubts(asked, found), ...told(problems, found.length > 0)],
    isPair,
    onePhone: isPair && !isOfTwo,
    ...(serial !== undefined && { serial }),
    ...(gtin !== undefined && { gtin }),
  };
}

/**
 * Whether a number stands beside another IMEI of the same phone: a certain one, or one that is not certain either, if one of them is
 * whole and words call one of them an IMEI. Numbers that nothing names may have as much in common and be those of two parcels.
 */
function isBesideOwn(one: FoundImei, { certain, incomplete, called }: Known): boolean {
  const isWhole = ({ from }: FoundImei): boolean => from === 'imei';
  const isCalled = ({ imei }: FoundImei): boolean => called.includes(imei);
  const others = incomplete.filter(
    (other) => other.imei !== one.imei && [isWhole, isCalled].every((is) => is(one) || is(other)),
  );
  return [...certain, ...others].some(({ imei }) => isOfOnePhone(one.imei, imei));
}

/** Why a number is asked about that nothing confirms. */
function doubtOf({ imei, from }: FoundImei, { called }: Known): WhyAsked {
  if (!called.includes(imei)) return UNNAMED;
  return from === 'imei' ? { why: 'unlikely' } : { why: 'length', digits: from === 'imeisv' ? 16 : 14 };
}

/** What all codes and texts of a picture say together. */
interface Known {
  readonly certain: readonly FoundImei[];
  readonly incomplete: readonly FoundImei[];
  readonly called: readonly Imei[];
}

function inBars(one: FoundImei): FoundImei {
  return { ...one, readFrom: 'bars' };
}

function foundInText({ imei, slot, isExact }: TextImei): FoundImei {
  const warning = warningOf(imei);
  return {
    imei,
    from: 'imei',
    line: 1,
    readFrom: 'text',
    ...(isExact === true && { isExact }),
    ...(slot !== undefined && { label: `IMEI${slot}` }),
    ...(warning !== undefined && { warning }),
  };
}

/** A question for each number that is not certain by another code, with the first reason for it. */
function doubts(asked: readonly Doubted[], certain: readonly FoundImei[]): readonly FoundProblem[] {
  return once(asked.map(({ one }) => one))
    .filter(({ imei }) => !certain.some((one) => one.imei === imei))
    .map(({ label: _, isExact: __, line, readFrom, ...reading }) => ({
      text: reading.imei,
      line,
      problem: {
        kind: 'doubtful',
        reading,
        doubt: asked.find(({ one }) => one.imei === reading.imei)?.doubt ?? MISREAD,
      },
      ...(readFrom !== undefined && { readFrom }),
    }));
}

/** Next to an IMEI, only a card number is reported: it was hardly meant, but a person wants to know that it is visible. */
function told(problems: readonly FoundProblem[], beside: boolean): readonly FoundProblem[] {
  if (!beside) return problems;
  return [...new Map(problems.filter(isCard).map((one) => [one.text, one])).values()];
}

/** Each IMEI once: as it was first read, or first read whole, with the slot that any of its readings has. */
function once(all: readonly FoundImei[]): readonly FoundImei[] {
  const kept = new Map<Imei, FoundImei>();
  for (const one of all) {
    const before = kept.get(one.imei);
    const better = before === undefined || (before.from !== 'imei' && one.from === 'imei') ? one : before;
    const label = before?.label ?? one.label;
    kept.set(one.imei, { ...better, ...(label !== undefined && { label }) });
  }
  return [...kept.values()];
}

/**
 * The two IMEIs of a phone in the order of their slots, if the picture tells the second one: the first is often just called
 * IMEI. A slot that is told of one of several phones says nothing.
 */
function bySlot(found: readonly FoundImei[]): readonly FoundImei[] {
  const second = found.find(({ label }) => label === 'IMEI2');
  const first = found.find((one) => one !== second);
  if (second !== undefined && first !== undefined && areOfOnePhone(found) && first.label !== 'IMEI2') {
    return [{ ...first, label: 'IMEI1' }, second];
  }
  return found.map(({ label: _, ...one }) => one);
}

/** Whether there are two IMEIs, of one phone. */
function areOfOnePhone([first, second, ...more]: readonly FoundImei[]): boolean {
  return (
    first !== undefined && second !== undefined && more.length === 0 && isOfOnePhone(first.imei, second.imei)
  );
}

/**
 * Whether two numbers are those of one type and no more: an invoice has them of several phones, and two boxes of one model stand
 * beside each other.
 * @param isOneLabel the codes have more in common, which says nothing of numbers in letters
 */
function mayBeTwoPhones([first, second]: readonly FoundImei[], isOneLabel: boolean): boolean {
  if (first === undefined || second === undefined) return false;
  const areRead = first.readFrom === 'text' && second.readFrom === 'text';
  if (isOneLabel && !areRead) return false;
  return second.label === undefined && !areNeighbours(first.imei, second.imei);
}

/** Whether one code has all of these numbers. */
function areInOneCode(found: readonly FoundImei[], codes: readonly CodeNumbers[]): boolean {
  return codes.some((code) => {
    const imeis = [...code.found, ...code.incomplete].map(({ imei }) => imei);
    return found.every(({ imei }) => imeis.includes(imei));
  });
}

function asLabelled({ text, symbology }: Barcode): Pick<Barcode, 'text' | 'symbology'> {
  return { text: asLines(text), symbology };
}
