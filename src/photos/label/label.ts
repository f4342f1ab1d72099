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

/** What the codes of a picture say, told apart by what is in them. */
export interface Label {
  /** Each once, in the order of the label; `IMEI1` and `IMEI2` where they are the two of one phone. */
  readonly imeis: readonly FoundImei[];
  /** Numbers that are meant as IMEIs and are none, where there are no IMEIs; beside those only what looks like a card. */
  readonly problems: readonly FoundProblem[];
  /** Two IMEIs of a phone for two SIMs, rather than of two phones. */
  readonly onePhone: boolean;
  readonly serial?: string;
  /** EAN, UPC or GTIN-14: the number of the article. */
  readonly gtin?: string;
}

/** So many SIMs a phone is for. */
const SLOTS = 2;
/** What is told of a number in a code: it was meant as an IMEI, or should not be there. */
const TOLD: ReadonlySet<ImeiProblem['kind']> = new Set(['check-digit', 'placeholder', 'card', 'unassigned']);
const NO_FINDINGS: Findings = { found: [], problems: [] };

/**
 * Tells IMEIs, serial number and article number of a label apart. 14 digits are completed, 15 must have the right
 * check digit, of 16 the software version is cut (3GPP TS 23.003, 6.2); MEIDs, EIDs and ICCIDs are left alone. The
 * place on the label says which IMEI is of which SIM, unless a code says it.
 */
export function readLabel(codes: readonly Barcode[]): Label {
  const ordered = inReadingOrder(codes);
  // A square that holds several numbers has them in an order of its own.
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

/** A card that lies beside a phone was hardly meant: a person wants to know that it is on the picture. */
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
  // ITF has pairs of digits: 15 are filled up with a zero.
  if (code.symbology === 'ITF' && /^0\d{15}$/.test(text)) return findingsIn({ ...code, text: text.slice(1) });
  if (isDoubtful(code)) return NO_FINDINGS;
  const { found, problems } = findImeis(asLines(text));
  return {
    found: found.map((one) => ({ ...one, line: 1 })),
    problems: problems.filter(({ problem: { kind } }) => TOLD.has(kind)).map((one) => ({ ...one, line: 1 })),
  };
}

/** ITF and Code 39 have no check of their own: a half of a longer number may be read as a whole one. */
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

/** The order of the slots where both IMEIs bear the number of one. */
function bySlot(found: readonly FoundImei[]): readonly FoundImei[] {
  if (found.length !== SLOTS || found.some(({ label }) => label === undefined)) return found;
  return [...found].sort((one, other) => (one.label ?? '').localeCompare(other.label ?? ''));
}

/** Two IMEIs of one type, or with one serial number: makers who take a type code for each slot count both alike. */
function areOfOnePhone([first, second, ...more]: readonly FoundImei[]): boolean {
  if (first === undefined || second === undefined || more.length > SLOTS - 2) return false;
  const [one, other] = [imeiParts(first.imei), imeiParts(second.imei)];
  return one.tac === other.tac || one.serial === other.serial;
}

function asLabelled({ text, symbology }: Barcode): Pick<Barcode, 'text' | 'symbology'> {
  return { text: asLines(text), symbology };
}
