import type { Steps } from '../../core/async/in-portions.ts';
import { UNSEEN } from './fold.ts';
import { createLabelReader, type Label, type LabelReader } from './labels.ts';
import { isSlippedDigit, isSlippedNumber } from './letters.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Groups of digits that may be parts of one number: nothing but spaces, dashes and the like between them. */
export interface Chain {
  readonly groups: readonly Token[];
  /** What stands behind each group but the last, without unseen characters. */
  readonly gaps: readonly string[];
  /** How many characters the groups have together. */
  readonly length: number;
  /** From 1. */
  readonly line: number;
  readonly firstOnLine: boolean;
  readonly label: Label;
  /** What stands right before it, back to the last space or word. */
  readonly lead: string;
  /** A word stands right before `lead`. */
  readonly attached: boolean;
  /** The character right behind it. */
  readonly trail: string;
}

/** What a text consists of, as far as numbers are concerned. */
export interface ChainText {
  /** Of those too short to be meant only the first. */
  readonly chains: readonly Chain[];
  readonly numbers: number;
  /** How many words are none of those that stand around numbers: in the text, and on each line that has some. */
  readonly words: number;
  readonly wordsOnLine: ReadonlyMap<number, number>;
}

/** Fewest characters that are an attempt at something; fewer are a model, a year, a slot. */
export const FEWEST_MEANT = 8;

const NO_LABEL: Label = { kind: 'none', slotAhead: false };
const GAP = /^[ \-./_()\\]{1,5}$/;
const LONGEST_GAP = 40;
/** Words with digits and letters that may be a number with typing errors, a MEID or a serial number. */
const ODD_WORD_LENGTHS = { least: 10, most: 18 };

interface Scan {
  readonly folded: string;
  readonly chains: Chain[];
  readonly wordsOnLine: Map<number, number>;
  readonly labels: LabelReader;
  words: number;
  numbers: number;
  line: number;
  /** Where the last token ended, and whether one stands on this line. */
  end: number;
  lineBegun: boolean;
  open: OpenChain | undefined;
}

interface OpenChain {
  readonly groups: Token[];
  readonly gaps: string[];
  readonly line: number;
  readonly firstOnLine: boolean;
  /** What stands between it and the token before. */
  readonly between: string;
  readonly joinable: boolean;
}

/** Takes a folded text apart in one pass. */
export function* findChains(folded: string): Steps<ChainText> {
  const scan: Scan = {
    folded,
    chains: [],
    wordsOnLine: new Map(),
    labels: createLabelReader(),
    words: 0,
    numbers: 0,
    line: 1,
    end: 0,
    lineBegun: false,
    open: undefined,
  };
  for (const token of tokensOf(folded)) {
    takeToken(scan, token);
    scan.end = token.end;
    scan.lineBegun = true;
    yield;
  }
  closeChain(scan);
  const { chains, numbers, words, wordsOnLine } = scan;
  return { chains, numbers, words, wordsOnLine };
}

function takeToken(scan: Scan, token: Token): void {
  const between = scan.folded.slice(scan.end, token.start);
  const joinable = token.kind === 'digits' || (token.kind === 'mixed' && isSlippedNumber(token.text));
  const gap = gapOf(between);
  const joins = joinable || (gap !== undefined && !gap.includes(' ') && isSlippedDigit(token.text));
  if (scan.open?.joinable && gap !== undefined && joins) {
    scan.open.groups.push(token);
    scan.open.gaps.push(gap);
    return;
  }
  closeChain(scan);
  endLines(scan, between);
  if (joinable || isOddWord(token)) {
    const { line, lineBegun } = scan;
    scan.open = { groups: [token], gaps: [], line, firstOnLine: !lineBegun, between, joinable };
  } else if (!scan.labels.word(token.text)) {
    scan.words += 1;
    scan.wordsOnLine.set(scan.line, (scan.wordsOnLine.get(scan.line) ?? 0) + 1);
  }
}

function closeChain(scan: Scan): void {
  const { open, labels } = scan;
  if (open === undefined) return;
  scan.open = undefined;
  const { groups, gaps, line, firstOnLine } = open;
  const length = groups.reduce((sum, { text }) => sum + text.length, 0);
  const [first] = groups;
  if (length === 1 && first !== undefined && labels.slotNumber(first.text)) return;
  scan.numbers += 1;
  // A short number can only matter when it is all there is.
  if (length < FEWEST_MEANT && scan.numbers > 1) return;
  scan.chains.push({
    groups,
    gaps,
    line,
    firstOnLine,
    length,
    label: length < FEWEST_MEANT ? NO_LABEL : labels.labelOf(),
    ...leadOf(open),
    trail: scan.folded[scan.end] ?? '',
  });
}

function leadOf({ between, firstOnLine }: OpenChain): Pick<Chain, 'lead' | 'attached'> {
  const seen = between.slice(-LONGEST_GAP).replaceAll(UNSEEN, '');
  const lead = seen.slice(seen.search(/\S*$/));
  return { lead, attached: !firstOnLine && lead === seen };
}

function endLines(scan: Scan, between: string): void {
  for (let at = between.indexOf('\n'); at >= 0; at = between.indexOf('\n', at + 1)) {
    if (scan.lineBegun) scan.labels.lineEnd();
    scan.line += 1;
    scan.lineBegun = false;
  }
}

function gapOf(between: string): string | undefined {
  if (between.length > LONGEST_GAP) return undefined;
  if (between === ' ' || between === '-') return between;
  const seen = between.includes(UNSEEN) ? between.replaceAll(UNSEEN, '') : between;
  return GAP.test(seen) ? seen : undefined;
}

function isOddWord({ kind, text }: Token): boolean {
  const { least, most } = ODD_WORD_LENGTHS;
  return kind === 'mixed' && text.length >= least && text.length <= most;
}
