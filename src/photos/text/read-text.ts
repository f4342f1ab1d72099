import type { Barcode, Place, Point } from '../barcode.ts';
import { type Grey, shownAt, sourceOf, type Turn, turned } from '../decode/grey.ts';
import { createSheets } from '../decode/sheets.ts';
import { shrunk } from '../decode/shrink.ts';
import { whole, withoutCodes } from '../decode/without-codes.ts';
import { saidBeside } from './beside/beside-code.ts';
import { type Candidate, candidatesIn } from './candidates.ts';
import { codeOnPage, type NamedCode, namesOf } from './code-names.ts';
import type { TextEngine } from './engine.ts';
import { areTwoNamed, type Judged, judged } from './judge.ts';
import { BLACK, levelled } from './level.ts';
import { type Box, isLegible, isProse, type TextLine } from './lines.ts';
import { lookAgain } from './look-again.ts';
import { wordsOf } from './runs.ts';
import { type LineLeans, lineLeans } from './skew.ts';

/** A number in the text of a picture, and where it stands. */
export type TextNumber = Place & Pick<Judged, 'imei' | 'doubt' | 'slot'>;

/** What the text of a picture tells. */
export interface TextReading {
  readonly numbers: readonly TextNumber[];
  /** Some words could be read. */
  readonly isLegible: boolean;
  /** What words say of codes. */
  readonly codeNames: readonly NamedCode[];
  /** Words name both IMEIs of a phone, whichever of their numbers could be read. */
  readonly namesTwo?: boolean;
  /** It has edges all over, which are no letters. */
  readonly isGrid?: boolean;
}

interface Pass {
  readonly mostPixels: number;
  /** The same for each pixel whichever way up the picture is. */
  treat(grey: Grey): Grey;
  /** Worth its time only where words could be read before. */
  readonly isForLegible?: boolean;
}

/**
 * The attempts, the best one first. More pixels cost time and are hardly read better; with fewer, the grid of a photographed
 * screen runs together.
 */
const PASSES: readonly Pass[] = [
  { mostPixels: 2.5e6, treat: levelled },
  { mostPixels: 0.9e6, treat: levelled },
  { mostPixels: 2.5e6, treat: (grey) => grey, isForLegible: true },
];
/** The ways up that are tried, most likely first. */
const QUARTERS: readonly number[] = [0, 90, 270, 180];
/** Whatever way up letters are, some are taken for words when a picture is looked at from two sides. */
const SIDES = 2;
/** Share of the pixels at which ink begins or ends: pages full of text have some 3 %. */
const MOST_EDGES = 0.06;
/** Heights of a number between it and the edge of the picture; digits stand nearer to each other. */
const LEAST_MARGIN = 0.4;

export interface TextNeeds {
  readonly engine: TextEngine;
  /** Those that were read before, where they are on the picture. */
  readonly codes: readonly Barcode[];
  /** They are the two IMEIs of a phone if words call them so, and there is nothing else to be found. */
  readonly isPair: boolean;
  /** Says of numbers on these lines what the titles of their columns say. */
  inColumns(candidates: readonly Candidate[], lines: readonly TextLine[]): readonly Candidate[];
  /** Asked before each attempt after the first. */
  hasTime(): boolean;
}

/** What is laid out for reading. */
interface Page extends Pick<Pass, 'treat'> {
  readonly grey: Grey;
  readonly small: Grey;
  /** Of the small picture. */
  readonly scale: number;
  readonly leans: LineLeans;
}

/** A page as it is read. */
interface Laid {
  readonly turn: Turn;
  readonly upright: Grey;
}

/** What is known after some attempts. */
interface State extends TextReading {
  /** The ways up that are still to be tried; one, once words could be read. */
  readonly quarters: readonly number[];
  /** Nothing is to be gained from another pass. */
  readonly isOver: boolean;
}

/**
 * Reads the IMEIs in the text of a picture: as its lines lie, and then the other ways up until words can be read; then smoothed,
 * and then with its own shades. It ends when all that look like IMEIs are certain, and with a page of prose without numbers. Of the
 * two codes of a phone the lines beside them are enough. Throws `TextEngineFailed`.
 */
export function readText(picture: Grey, needs: TextNeeds): TextReading {
  const codes = needs.codes.map((code) => whole(picture, code));
  const grey = codes.length === 0 ? picture : withoutCodes(picture, codes);
  const page = { ...needs, picture, blanked: grey, codes };
  const said = needs.isPair ? saidBeside(page, []) : undefined;
  if (said?.isPair === true) return { numbers: [], isLegible: true, codeNames: said.names };
  const leans = lineLeans(picture);
  let small = { scale: 1, grey };
  let state: State = { numbers: [], isLegible: false, codeNames: [], quarters: QUARTERS, isOver: false };
  for (const { pass, scale } of passesOn(grey)) {
    const isWorthIt = pass.isForLegible !== true || state.isLegible;
    if (!isWorthIt || state.isOver) continue;
    small = small.scale === scale ? small : { scale, grey: shrunk(grey, scale) };
    state = inPass({ grey, small: small.grey, scale, leans, treat: pass.treat }, state, { ...needs, codes });
  }
  return {
    ...state,
    codeNames: namesWith(state.codeNames, (said ?? saidBeside(page, state.codeNames)).names),
  };
}

/** The attempts on a picture; what is small already would be laid out and read as before with fewer pixels. */
function passesOn({ width, height }: Grey): readonly { readonly pass: Pass; readonly scale: number }[] {
  const all = PASSES.map((pass) => ({
    pass,
    scale: Math.min(1, Math.sqrt(pass.mostPixels / (width * height))),
  }));
  return all.filter(
    ({ pass, scale }, index) =>
      !all.slice(0, index).some((one) => one.scale === scale && one.pass.treat === pass.treat),
  );
}

/** The names that the page as a whole gives to codes, and those that the lines beside the others give. */
function namesWith(known: readonly NamedCode[], beside: readonly NamedCode[]): readonly NamedCode[] {
  return [...known, ...beside.filter((one) => !known.some(({ text }) => text === one.text))];
}

function inPass(page: Page, before: State, needs: TextNeeds): State {
  let best: TextReading = before;
  let hasWords = false;
  const sides = new Set<number>();
  for (const quarter of before.quarters) {
    const isHopeless = sides.size === SIDES && !hasWords;
    if (isHopeless || !needs.hasTime()) return { ...before, ...best, isOver: true };
    const laid = laidSo(page, quarter);
    // Whichever way up, it is a grid, until it is smoothed.
    if (isGrid(laid.upright)) return { ...before, isGrid: true };
    const reading = attempt(page, laid, needs);
    sides.add(quarter % 180);
    best = better(best, reading);
    const isSure = reading.numbers.some(isCertain);
    if (isSure) return { ...before, ...best, quarters: [quarter], isOver: isSettled(reading) };
    hasWords ||= reading.hasWords;
    if (reading.isLegible) return { ...best, quarters: [quarter], isOver: reading.isProse };
  }
  return { ...best, quarters: before.quarters, isOver: false };
}

/** Lays a page one way up. */
function laidSo({ small, leans, treat }: Page, quarter: number): Laid {
  const lean = quarter % 180 === 0 ? leans.level : leans.upright;
  const turn: Turn = { degrees: quarter - lean, scale: 1 };
  return { turn, upright: treat(laidPlain(small, turn)) };
}

/** A page as it is laid, with its own shades. */
function laidPlain(small: Grey, turn: Turn): Grey {
  return turn.degrees === 0 ? small : turned(small, turn, createSheets());
}

/** Whether a picture has edges all over, which the engine would take for thousands of letters, and a minute. */
function isGrid({ pixels }: Grey): boolean {
  let edges = 0;
  for (let index = 1; index < pixels.length; index += 1) {
    if ((pixels[index] ?? 0) < BLACK !== (pixels[index - 1] ?? 0) < BLACK) edges += 1;
  }
  return edges > MOST_EDGES * pixels.length;
}

/** Whether a number may be checked without a person who confirms it. */
function isCertain({ doubt }: TextNumber): boolean {
  return doubt === undefined;
}

/** Nothing is left to ask about, as where the second IMEI of a phone was read less surely than the first. */
function isSettled({ numbers }: TextReading): boolean {
  return numbers.every(isCertain);
}

function better(one: TextReading, other: TextReading): TextReading {
  const { numbers } = worthOf(other) > worthOf(one) ? other : one;
  return {
    numbers,
    isLegible: one.isLegible || other.isLegible,
    codeNames: [...one.codeNames, ...other.codeNames],
    namesTwo: one.namesTwo === true || other.namesTwo === true,
  };
}

/** A certain number is worth more than any that are asked about. */
function worthOf({ numbers }: TextReading): number {
  return numbers.reduce((sum, one) => sum + (isCertain(one) ? 100 : 1), 0);
}

interface Attempt extends TextReading {
  /** Something was taken for letters. */
  readonly hasWords: boolean;
  /** All of its letters could be read, and they are no numbers. */
  readonly isProse: boolean;
}

function attempt(page: Page, { turn, upright }: Laid, needs: TextNeeds): Attempt {
  const { grey, small, scale } = page;
  const { engine, codes, inColumns } = needs;
  const lines = engine.read(upright, 'page');
  const placeOf = (box: Box): Place => {
    const corner = (x: number, y: number): Point => {
      const place = sourceOf(small, turn, { x, y });
      return { x: place.x / scale, y: place.y / scale };
    };
    return {
      topLeft: corner(box.x, box.y),
      topRight: corner(box.x + box.width, box.y),
      bottomLeft: corner(box.x, box.y + box.height),
    };
  };
  let plain: Grey | undefined;
  const again = lookAgain(engine, {
    grey,
    placeOf,
    page: upright,
    plain: () => (plain ??= laidPlain(small, turn)),
  });
  const words = wordsOf(lines);
  const numbers = judged(inColumns(candidatesIn(words), lines), again)
    .map((one) => numberOf(one, placeOf))
    .map((one): TextNumber => (isAtEdge(one, grey) ? { ...one, doubt: { why: 'misread' } } : one));
  const onPage = codes.map((code) => codeOnPage(code, (point) => shownAt(small, turn, scaled(point, scale))));
  return {
    numbers,
    isLegible: isLegible(lines),
    codeNames: namesOf(onPage, words),
    namesTwo: areTwoNamed(lines),
    hasWords: lines.length > 0,
    isProse: isProse(lines),
  };
}

function scaled({ x, y }: Point, scale: number): Point {
  return { x: x * scale, y: y * scale };
}

function numberOf(judgement: Judged, placeOf: (box: Box) => Place): TextNumber {
  const { imei, doubt, slot, candidate } = judgement;
  return {
    imei,
    ...placeOf(candidate.run),
    ...(doubt !== undefined && { doubt }),
    ...(slot !== undefined && { slot }),
  };
}

/** Whether a number ends at the edge of the picture, where digits of a longer one may be cut off. */
function isAtEdge({ topLeft, topRight, bottomLeft }: Place, { width, height }: Grey): boolean {
  const least = LEAST_MARGIN * Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y);
  return [topLeft, topRight, bottomLeft].some(({ x, y }) => Math.min(x, y, width - x, height - y) < least);
}
