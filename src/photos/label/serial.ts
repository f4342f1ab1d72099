import { otherNumber } from '../../imei/number/other-numbers.ts';
import type { Barcode } from '../barcode.ts';

/** `SN: R58M1234ABC`, `S/N=…`, `"serial":"…"`, `Serial No. …` */
const LABELLED =
  /(?<![A-Z\d])(?:S\/?N|SERIAL(?:[ _-]?(?:NO|NUMBER))?)\b["'.]*\s*[:=#]?\s*["']?([A-Z\d][A-Z\d/-]{4,24})(?![A-Z\d])/i;
/** A run with both letters and digits. */
const BARE = /^(?=.*[A-Z])(?=.*\d)[A-Z\d][A-Z\d/-]{5,19}$/;
/** ANSI MH10.8.2: the prefix `1P` marks a part number, `S` a serial number. */
const PART_NUMBER = /^1P/;
const PREFIXED = /^S(?=[A-Z\d]{10}$|[A-Z\d]{12}$)/;
/** Model names as printed on boxes: `SM-G991BZADEUB`, `MLPF3LL/A`, `XT2041-4`. */
const MODEL = /^(?:SM-|[A-Z\d]{5,7}\/[A-Z]$|[A-Z]{2}\d{4}-\d+$)/;
/** How certain it is that something is a serial number. */
const LABELLED_AS_ONE = 3;
const KNOWN_FORM = 2;
const ANYTHING = 1;

interface Candidate {
  readonly serial: string;
  readonly rank: number;
}

/** The serial numbers on a label. */
export interface Serials {
  /** The most likely one first. */
  readonly all: readonly string[];
  /** They are labelled or of a known form, and not just letters and digits. */
  readonly certain: boolean;
}

/** Ranks labelled serial numbers first, then those of a known form, then other runs of letters and digits. */
export function serialsAmong(codes: readonly Pick<Barcode, 'text' | 'symbology'>[]): Serials {
  const candidates = codes.flatMap(({ text, symbology }) =>
    symbology === 'EANUPC' || symbology === 'ITF' ? [] : candidatesIn(text),
  );
  const best = Math.max(...candidates.map(({ rank }) => rank));
  const all = candidates.filter(({ rank }) => rank === best).map(({ serial }) => serial);
  return { all: [...new Set(all)], certain: best >= KNOWN_FORM };
}

function candidatesIn(text: string): readonly Candidate[] {
  const labelled = LABELLED.exec(text)?.[1];
  if (labelled !== undefined) return [{ serial: labelled, rank: LABELLED_AS_ONE }];
  const bare = text.trim();
  if (!BARE.test(bare) || PART_NUMBER.test(bare) || MODEL.test(bare)) return [];
  const stripped = bare.replace(PREFIXED, '');
  if (stripped !== bare && otherNumber(stripped) === 'apple-serial') {
    return [{ serial: stripped, rank: KNOWN_FORM }];
  }
  const other = otherNumber(bare);
  if (other === undefined) return [{ serial: bare, rank: ANYTHING }];
  return other === 'apple-serial' ? [{ serial: bare, rank: KNOWN_FORM }] : [];
}
