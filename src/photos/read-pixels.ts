import { type Barcode, moved } from './barcode.ts';
import { cutOut } from './decode/cut.ts';
import { pngOf } from './decode/png.ts';
import { releaseUnused } from './decode/release.ts';
import { createSheets } from './decode/sheets.ts';
import { inReadColumns } from './documents/read-columns.ts';
import type { PictureRead } from './job.ts';
import { lookAt } from './look.ts';
import { type CodeCollector, createPasses, ENOUGH } from './passes.ts';
import type { Pixels } from './pixels.ts';
import { unread, withName } from './text/code-names.ts';
import { type TextEngine, TextEngineFailed } from './text/engine.ts';
import { readText, type TextNumber, type TextReading } from './text/read-text.ts';
import { skewOf } from './text/skew.ts';
import type { TextImei } from './text-imei.ts';

/** Most megapixels of a picture that may be decoded again while the decoder keeps the first attempt's memory. */
export const MOST_DECODED_LATER = 4;
/** Height in pixels of digits that a person is shown. */
const CUT_OUT_HEIGHT = 48;
const NO_TEXT: TextReading = { numbers: [], isLegible: false, codeNames: [] };

export interface PictureNeeds {
  /** The letters on it are known otherwise. */
  readonly isRead?: boolean;
  /** Asked before each attempt after the first; what was read so far is returned when there is none. */
  hasTime(): boolean;
  /** The decoder begins anew, with little memory. */
  restartDecoder(): Promise<void>;
  /** The engine that reads letters, started if need be. Throws `TextEngineFailed`. */
  startEngine(): Promise<TextEngine>;
  /** The engine has failed: the next picture gets another. */
  dropEngine(): void;
}

/** What else there is on a picture of which the codes were read as it is. */
export async function readPixels(
  collector: CodeCollector,
  pixels: Pixels,
  needs: PictureNeeds,
): Promise<PictureRead> {
  if (collector.isComplete) return { codes: collector.codes, texts: [] };
  if (!needs.hasTime()) {
    const names = unread(collector.codes);
    return { codes: collector.codes.map((code) => withName(code, names)), texts: [] };
  }
  return lookCloser(collector, pixels, needs);
}

async function lookCloser(
  collector: CodeCollector,
  pixels: Pixels,
  needs: PictureNeeds,
): Promise<PictureRead> {
  if (pixels.grey.width * pixels.grey.height > MOST_DECODED_LATER * 1e6) {
    await needs.restartDecoder();
    await releaseUnused();
  }
  const look = lookAt(pixels.grey);
  const isEmpty = look.trouble === 'blank';
  const passes = createPasses(collector, pixels, { sheets: createSheets(), hasTime: needs.hasTime });
  if (look.hasBars && collector.imeis < ENOUGH) await passes.sharpened();
  if (look.hasBars && collector.imeis === 0) await passes.turned(skewOf(pixels.grey));
  const isKnown = isEmpty || needs.isRead === true || collector.isComplete;
  const text = isKnown
    ? { ...NO_TEXT, isLegible: needs.isRead === true }
    : await textOf(pixels, collector, needs);
  const isMissed = !isEmpty && !text.isLegible && text.numbers.length === 0;
  if (isMissed && collector.imeis === 1) await passes.besides();
  // What is too blurred to look like bars may still be some, where there are not edges all over.
  if (isMissed && !look.hasBars && text.isGrid !== true) await passes.sharpened();
  return {
    codes: collector.codes.map((code) => withName(code, text.codeNames)),
    texts: text.numbers.map((one) => textImei(one, pixels)),
    ...(text.namesTwo === true && { namesTwo: true }),
    look: { ...look, hasText: text.isLegible },
  };
}

/** A doubtful number comes with its digits as they are on the picture. */
function textImei(number: TextNumber, { grey }: Pixels): TextImei {
  const { imei, doubt, slot } = number;
  return {
    imei,
    ...(slot !== undefined && { slot }),
    ...(doubt !== undefined && { doubt, cutOut: pngOf(cutOut(grey, number, CUT_OUT_HEIGHT)) }),
  };
}

/** The codes of a picture as they lie on it after it was reduced. */
function onReduced(codes: readonly Barcode[], { shrunkBy }: Pixels): readonly Barcode[] {
  return codes.map((code) => moved(code, ({ x, y }) => ({ x: x / shrunkBy, y: y / shrunkBy })));
}

/** The letters of a picture; none where the engine fails on them. */
async function textOf(
  pixels: Pixels,
  { codes, isPair }: CodeCollector,
  needs: PictureNeeds,
): Promise<TextReading> {
  // What codes have taken is given back before letters need as much.
  await needs.restartDecoder();
  await releaseUnused();
  try {
    return readText(pixels.grey, {
      engine: await needs.startEngine(),
      codes: onReduced(codes, pixels),
      isPair,
      inColumns: inReadColumns,
      hasTime: needs.hasTime,
    });
  } catch (error) {
    if (!(error instanceof TextEngineFailed)) throw error;
    needs.dropEngine();
    return { ...NO_TEXT, codeNames: unread(codes) };
  }
}
