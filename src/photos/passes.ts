import { type Barcode, moved } from './barcode.ts';
import { decodeTurned, type Treat } from './decode/decode.ts';
import { sharpen, type Turn, within } from './decode/grey.ts';
import type { Sheets } from './decode/sheets.ts';
import { readLabel } from './label/label.ts';
import type { Pixels } from './pixels.ts';

/** The library only tries quarter turns, and misses bars that lean by more than about 7°; near a turn others may be straighter. */
const NEIGHBOURS: readonly number[] = [-5, 5];
/** Bars that lean by no more are read as straight ones. */
const STRAIGHT = 5;
const LARGEST_SCALE = 2;
const MOST_ENLARGED = 6e6;
/** Several turns are tried, so that each attempt has to be faster. */
const MOST_TURNED = 3e6;
/**
 * A turned picture of 4 to 3 has a frame twice as large as itself, and one that is a mere line would have a frame of a
 * thousand times: it is made smaller until its frame has no more pixels than this.
 */
const MOST_LAID_OUT = 16e6;
/** A dual-SIM phone has two. */
export const ENOUGH = 2;

/** Collects distinct codes and counts those among them that may be IMEIs. */
export interface CodeCollector {
  readonly codes: readonly Barcode[];
  readonly imeis: number;
  /** They are the two of one phone if words call one of them an IMEI. */
  readonly isPair: boolean;
  /** They are the two of one phone, and what the codes say themselves is enough to know it. */
  readonly isComplete: boolean;
  add(found: readonly Barcode[]): void;
}

export interface PassesNeeds {
  readonly sheets: Sheets;
  /** Asked before each attempt; what was read so far stays when there is none. */
  hasTime(): boolean;
}

/** Attempts on the pixels of a picture: each lays them differently, and adds the codes it reads to the collector. */
export interface Passes {
  /** Enlarged and sharpened: small, blurred and worn pictures. */
  sharpened(): Promise<void>;
  /**
   * Turned: leaning bars, which lean so many degrees if the edges of the picture tell the truth. Cheap attempts come first, and
   * the dear ones only while no IMEI has been read.
   */
  turned(lean: number): Promise<void>;
  /** Once more where one IMEI was read: the second of the phone may be a little harder. */
  besides(): Promise<void>;
}

export function createPasses(
  collector: CodeCollector,
  { grey, shrunkBy }: Pixels,
  { sheets, hasTime }: PassesNeeds,
): Passes {
  const attempt = async (turn: Turn, treat?: Treat): Promise<void> => {
    if (!hasTime()) return;
    const found = await decodeTurned(grey, within(grey, turn, MOST_LAID_OUT), { sheets, treat });
    collector.add(found.map((code) => moved(code, ({ x, y }) => ({ x: x * shrunkBy, y: y * shrunkBy }))));
  };
  const enlarged = (degrees: number): Turn => ({ degrees, scale: scaleTo(grey, MOST_ENLARGED) });
  const plain = (degrees: number): Turn => ({ degrees, scale: Math.min(1, scaleTo(grey, MOST_TURNED)) });
  const besides = async (turns: readonly Turn[], treat?: Treat): Promise<void> => {
    for (const turn of turns) if (collector.imeis < ENOUGH) await attempt(turn, treat);
  };
  return {
    sharpened: () => attempt(enlarged(0), sharpen),
    besides: () => besides([enlarged(0), ...NEIGHBOURS.map(plain)]),
    turned: async (lean) => {
      // Straight ones were tried as they are at the first look, and sharpened before this.
      const straight = lean === 0 ? [] : [-lean];
      for (const degrees of [...straight, ...NEIGHBOURS.map((beside) => beside - lean)]) {
        await attempt(plain(degrees));
        if (collector.imeis === 0) continue;
        // The rest of the label lies the same way.
        await attempt(enlarged(degrees), sharpen);
        const neighbours = NEIGHBOURS.map((beside) => enlarged(degrees + beside));
        return besides(neighbours, sharpen);
      }
      // The same with fewer pixels is what the first look has tried.
      if (enlarged(0).scale > 1) await attempt(enlarged(0));
      if (collector.imeis === 0 && Math.abs(lean) > STRAIGHT)
        await attempt({ degrees: -lean, scale: scaleTo(grey, MOST_TURNED) }, sharpen);
    },
  };
}

export function createCodeCollector(): CodeCollector {
  const codes: Barcode[] = [];
  return {
    codes,
    get imeis() {
      return readLabel(codes.map(asImei)).imeis.length;
    },
    get isPair() {
      return readLabel(codes.map(asImei)).isPair;
    },
    get isComplete() {
      return readLabel(codes).isPair && readLabel(codes.map(asOther)).imeis.length === ENOUGH;
    },
    add: (found) => {
      for (const code of found) {
        const text = code.text.trim();
        if (!codes.some((one) => one.text === text && one.symbology === code.symbology))
          codes.push({ ...code, text });
      }
    },
  };
}

/** A code as if words called it an IMEI, which they are read for later. */
function asImei(code: Barcode): Barcode {
  return { ...code, named: 'imei' };
}

/** A code as if words gave it another name: what it says itself that it is remains. */
function asOther(code: Barcode): Barcode {
  return { ...code, named: 'other' };
}

/** The scale at which a picture has at most this number of pixels. */
function scaleTo(
  { width, height }: { readonly width: number; readonly height: number },
  pixels: number,
): number {
  return Math.min(LARGEST_SCALE, Math.sqrt(pixels / (width * height)));
}
