import type { Steps } from '../../core/async/event-loop.ts';
import { isSlippedDigit, isSlippedNumber } from '../number/letters.ts';
import { UNSEEN } from './fold.ts';
import { createLabelReader, type Label, type LabelReader } from './labels.ts';
import { readTokens, type Token } from './tokens.ts';

/** Groups of digits that may be parts of one number: only spaces, dashes and the like separate them. */
export interface Chain {
  /** In the order of the text. */
  readonly groups: readonly Token[];
  /** The separators behind each group but the last, without invisible characters. */
  readonly gaps: readonly string[];
  /** Number of characters in all groups together. */
  readonly length: number;
  /** Line of the text, from 1. */
  readonly line: number;
  /** No other token precedes it on its line. */
  readonly firstOnLine: boolean;
  /** What the words before it say it is. */
  readonly label: Label;
  /** The text directly before it, back to the last space or word. */
  readonly lead: string;
  /** A word directly precedes `lead`. */
  readonly attached: boolean;
  /** The character directly behind it. */
  readonly trail: string;
}

/** The parts of a text that matter for finding numbers. */
export interface ChainText {
  /** Without those too short to be meant, except for the first. */
  readonly chains: readonly Chain[];
  /** How many numbers there are, too short ones included. */
  readonly numbers: number;
  /** How many words are not typical companions of numbers. */
  readonly words: number;
  /** The lines that have such words. */
  readonly linesWithWords: ReadonlySet<number>;
}

/** Fewest characters that count as an attempt at a number; shorter ones are a model, a year, a slot. */
export const FEWEST_MEANT = 8;

const NO_LABEL: Label = { kind: 'none', slotAhead: false };
const NO_LEAD = { lead: '', attached: false } as const;
const GAP = /^[ \-./_()\\]{1,5}$/;
const GAP_SIGNS: ReadonlySet<string> = new Set(' -./_()\\');
const LINE_END = 0x0a;
const LONGEST_GAP = 40;
/** Lengths of words of digits and letters that may be a mistyped number, a MEID or a serial number. */
const ODD_WORD_LENGTHS = { least: 10, most: 18 };

interface Scan {
  readonly folded: string;
  readonly chains: Chain[];
  readonly linesWithWords: Set<number>;
  readonly labels: LabelReader;
  words: number;
  numbers: number;
  line: number;
  /** Where the last token ended, and whether this line has a token yet. */
  end: number;
  lineBegun: boolean;
  open: OpenChain | undefined;
}

interface OpenChain {
  readonly groups: Token[];
  readonly gaps: string[];
  readonly line: number;
  readonly firstOnLine: boolean;
  /** The text between it and the previous token. */
  readonly between: string;
  readonly joinable: boolean;
}

/** Splits a folded text into chains in one pass. */
export function* findChains(folded: string): Steps<ChainText> {
  const scan: Scan = {
    folded,
    chains: [],
    linesWithWords: new Set(),
    labels: createLabelReader(),
    words: 0,
    numbers: 0,
    line: 1,
    end: 0,
    lineBegun: false,
    open: undefined,
  };
  for (let index = 0; index < folded.length; ) {
    const tokens: Token[] = [];
    index = readTokens(folded, index, tokens);
    for (const token of tokens) {
      takeToken(scan, token);
      scan.end = token.end;
      scan.lineBegun = true;
    }
    yield;
  }
  closeChain(scan);
  const { chains, numbers, words, linesWithWords } = scan;
  return { chains, numbers, words, linesWithWords };
}

function takeToken(scan: Scan, token: Token): void {
  const joinable = token.kind === 'digits' || (token.kind === 'mixed' && isSlippedNumber(token.text));
  if (scan.open !== undefined) {
    if (joinsOpen(scan, scan.open, token, joinable)) return;
    closeChain(scan);
  }
  endLines(scan, token.start);
  if (joinable || isOddWord(token)) {
    const { line, lineBegun } = scan;
    const between = scan.folded.slice(scan.end, token.start);
    scan.open = { groups: [token], gaps: [], line, firstOnLine: !lineBegun, between, joinable };
  } else if (!scan.labels.word(token.text)) {
    scan.words += 1;
    scan.linesWithWords.add(scan.line);
  }
}

/** Whether a token continues the open chain, which it then does. */
function joinsOpen(scan: Scan, open: OpenChain, token: Token, joinable: boolean): boolean {
  if (!open.joinable) return false;
  const gap = gapOf(scan.folded.slice(scan.end, token.start));
  if (gap === undefined) return false;
  if (!joinable && (gap.includes(' ') || !isSlippedDigit(token.text))) return false;
  open.groups.push(token);
  open.gaps.push(gap);
  return true;
}

function closeChain(scan: Scan): void {
  const { open, labels } = scan;
  if (open === undefined) return;
  scan.open = undefined;
  const { groups, gaps, line, firstOnLine } = open;
  const length = lengthOf(groups);
  const [first] = groups;
  if (length === 1 && first !== undefined && labels.slotNumber(first.text)) return;
  scan.numbers += 1;
  // A short number only matters if the text has no other.
  if (length < FEWEST_MEANT && scan.numbers > 1) return;
  const label = length < FEWEST_MEANT ? NO_LABEL : labels.labelOf();
  const { lead, attached } = leadOf(open);
  const trail = scan.folded[scan.end] ?? '';
  scan.chains.push({ groups, gaps, line, firstOnLine, length, label, lead, attached, trail });
}

function lengthOf(groups: readonly Token[]): number {
  let length = 0;
  for (const { text } of groups) length += text.length;
  return length;
}

function leadOf({ between, firstOnLine }: OpenChain): Pick<Chain, 'lead' | 'attached'> {
  // What is most common, told without the pattern.
  if (between.endsWith(' ') || between.endsWith('\n')) return NO_LEAD;
  const seen = between.slice(-LONGEST_GAP).replaceAll(UNSEEN, '');
  const lead = seen.slice(seen.search(/\S*$/));
  return { lead, attached: !firstOnLine && lead === seen };
}

/** Counts the line ends between the last token and the next one. */
function endLines(scan: Scan, next: number): void {
  for (let at = scan.end; at < next; at += 1) {
    if (scan.folded.charCodeAt(at) !== LINE_END) continue;
    if (scan.lineBegun) scan.labels.lineEnd();
    scan.line += 1;
    scan.lineBegun = false;
  }
}

function gapOf(between: string): string | undefined {
  if (between.length > LONGEST_GAP) return undefined;
  if (between.length === 1) return GAP_SIGNS.has(between) ? between : undefined;
  const seen = between.includes(UNSEEN) ? between.replaceAll(UNSEEN, '') : between;
  return GAP.test(seen) ? seen : undefined;
}

function isOddWord({ kind, text }: Token): boolean {
  const { least, most } = ODD_WORD_LENGTHS;
  return kind === 'mixed' && text.length >= least && text.length <= most;
}
