import { atOnce, type Steps } from '../../core/async/event-loop.ts';
import type { Imei } from '../imei.ts';
import { type KnownTac, NONE_KNOWN, readNumber } from '../number/read.ts';
import { foldSteps, foldText } from '../text/fold.ts';
import type { Findings, FoundImei } from './findings.ts';
import { heedNames } from './named.ts';
import { searchSteps } from './search.ts';

const WHOLE = /^\d{15}$/;

/**
 * Finds the IMEIs of a free text, in time linear in its length. Numbers that are clearly something else are ignored. A
 * number that was meant as an IMEI but is invalid is reported with what is wrong: always if it is (nearly) the whole text or
 * labelled, in longer texts only if length and form leave little doubt.
 * @param known whether a TAC is in the table: for repairs and for ambiguous numbers
 */
export function findImeis(text: string, known: KnownTac = NONE_KNOWN): Findings {
  return atOnce(imeiSteps(text, known));
}

/** The IMEIs of a free text alone, in its order. */
export function imeisIn(text: string): Imei[] {
  return findImeis(text).found.map(({ imei }) => imei);
}

/** As {@link findImeis}, in steps, so that a long text does not block the event loop. */
export function* imeiSteps(text: string, known: KnownTac = NONE_KNOWN): Steps<Findings> {
  const alone = imeiAlone(text);
  if (alone !== undefined) return onlyOne(alone);
  const folded = yield* foldSteps(text);
  const { collector } = yield* searchSteps(text, folded, known);
  const { findings, places } = collector;
  return yield* heedNames(findings, { text, folded, places, known });
}

/** As {@link findImeis}, with those that have the name of something else: for who judges names by more than the text. */
export function findNamedToo(text: string, known: KnownTac = NONE_KNOWN): Findings {
  const alone = imeiAlone(text);
  if (alone !== undefined) return onlyOne(alone);
  return atOnce(searchSteps(text, foldText(text), known)).collector.findings;
}

function onlyOne(alone: FoundImei): Findings {
  return { found: [alone], problems: [], duplicates: 0 };
}

/**
 * The IMEI that a text consists of, as most people send it; undefined for any other text, which has to be searched. A
 * search of the same text finds the same, whatever TACs are known.
 */
export function imeiAlone(text: string): FoundImei | undefined {
  if (!WHOLE.test(text)) return undefined;
  const result = readNumber(text, NONE_KNOWN);
  return result.ok ? { ...result.reading, line: 1 } : undefined;
}
