import { otherNumber } from '../../imei/number/other-numbers.ts';
import type { Barcode } from '../barcode.ts';

/** `SN: R58M1234ABC`, `S/N=…`, `"serial":"…"`, `Serial No. …` */
const LABELLED =
  /(?<![A-Z\d])(?:S\/?N|SERIAL(?:[ _-]?(?:NO|NUMBER))?)\b["'.]*\s*[:=#]?\s*["']?([A-Z\d][A-Z\d/-]{4,24})(?![A-Z\d])/i;
/** Letters and digits in one run, both of them. */
const BARE = /^(?=.*[A-Z])(?=.*\d)[A-Z\d][A-Z\d/-]{5,19}$/;
/** ANSI MH10.8.2: `1P` goes before the number of a part, `S` before a serial number. */
const PART_NUMBER = /^1P/;
const PREFIXED = /^S(?=[A-Z\d]{10}$|[A-Z\d]{12}$)/;
/** What a model is called on its box: `SM-G991BZADEUB`, `MLPF3LL/A`, `XT2041-4`. */
const MODEL = /^(?:SM-|[A-Z\d]{5,7}\/[A-Z]$|[A-Z]{2}\d{4}-\d+$)/;
/** How plainly something is a serial number. */
const LABELLED_AS_ONE = 3;
const KNOWN_FORM = 2;
const ANYTHING = 1;

interface Candidate {
  readonly serial: string;
  readonly rank: number;
}

/** The serial numbers on a label. */
export interface Serials {
  /** The likeliest first. */
  readonly all: readonly string[];
  /** They are labelled as such, or of a known form, and not only something in letters and digits. */
  readonly certain: boolean;
}

/** A labelled serial number comes before one of a known form, and that before whatever else has letters and digits. */
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
