import { findImeis } from '../../imei/find/find.ts';
import type { FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import { asImei, type Imei, imeiParts } from '../../imei/number/imei.ts';
import type { ImeiProblem } from '../../imei/number/problem.ts';
import { hasReportingBody } from '../../imei/number/reporting-body.ts';
import { type Barcode, isLinear } from '../barcode.ts';
import { gtinOf } from './gtin.ts';
import { inReadingOrder } from './layout.ts';
import { asLines, gs1Number } from './lines.ts';
import { serialsAmong } from './serial.ts';

/** What the codes of a picture say, identified by content. */
export interface Label {
  /** Each once, in label order; labelled `IMEI1` and `IMEI2` if they belong to one phone. */
  readonly imeis: readonly FoundImei[];
  /** If there are no IMEIs, the numbers meant as IMEIs that are invalid; otherwise only possible card numbers. */
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
/** Problems worth reporting for a number in a code: it was meant as an IMEI, or it is a card number. */
const TOLD: ReadonlySet<ImeiProblem['kind']> = new Set(['check-digit', 'placeholder', 'card', 'unassigned']);
const NO_FINDINGS: Findings = { found: [], problems: [] };

/**
 * Identifies IMEIs, serial number and article number on a label. 14 digits are completed, 15 must have the right check
 * digit, 16 lose the software version (3GPP TS 23.003, 6.2); MEIDs, EIDs and ICCIDs are ignored. The position on the label
 * says which IMEI belongs to which SIM, unless a code says so.
 */
export function readLabel(codes: readonly Barcode[]): Label {
  const ordered = inReadingOrder(codes);
  // A square code with several numbers has its own order.
  const findings = [...ordered.filter(isLinear), ...ordered.filter((code) => !isLinear(code))].map(
    findingsIn,
  );
  const found = bySlot(once(findings.flatMap((one) => one.found)));
  const serials = serialsAmong(ordered.map(asLabelled));
  const [serial] = serials.all;
  const gtin = ordered.map((code) => gtinOf(code) ?? gs1Number(code)).find((one) => one !== undefined);
  const severalPhones = serials.certain && serials.all.length > 1;
  const onePhone = !severalPhones && areOfOnePhone(found);
  return {
    imeis: onePhone ? found.map((one, index) => ({ ...one, label: `IMEI${index + 1}` })) : found,
    problems: told(
      findings.flatMap(({ problems }) => problems),
      found.length > 0,
    ),
    onePhone,
    ...(serial !== undefined && { serial }),
    ...(gtin !== undefined && { gtin }),
  };
}

/** Next to an IMEI, only a card number is reported: it was hardly meant, but a person wants to know that it is visible. */
function told(problems: readonly FoundProblem[], beside: boolean): readonly FoundProblem[] {
  if (!beside) return problems;
  const cards = problems.filter(({ problem }) => problem.kind === 'card');
  return [...new Map(cards.map((one) => [one.text, one])).values()];
}

interface Findings {
  readonly found: readonly FoundImei[];
  readonly problems: readonly FoundProblem[];
}

function findingsIn(code: Barcode): Findings {
  const text = code.text.trim();
  if (gtinOf(code) !== undefined || code.symbology === 'EANUPC') return NO_FINDINGS;
  // ITF encodes pairs of digits: 15 are padded with a zero.
  if (code.symbology === 'ITF' && /^0\d{15}$/.test(text)) return findingsIn({ ...code, text: text.slice(1) });
  if (isDoubtful(code)) return NO_FINDINGS;
  const { found, problems } = findImeis(asLines(text));
  return {
    found: found.map((one) => ({ ...one, line: 1 })),
    problems: problems.filter(({ problem: { kind } }) => TOLD.has(kind)).map((one) => ({ ...one, line: 1 })),
  };
}

/** ITF and Code 39 have no checksum: half of a longer number may be read as a whole one. */
function isDoubtful({ text, symbology }: Barcode): boolean {
  const digits = text.trim();
  const unchecked = symbology === 'ITF' || symbology === 'Code39';
  return unchecked && asImei(digits) === undefined && !hasReportingBody(digits);
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
