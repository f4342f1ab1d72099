import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type GreyPicture, pgmOf } from './grey.ts';

/** The part of tesseract.js-core that is used. */
interface TesseractCore {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
  readonly TessBaseAPI: new () => TesseractApi;
  /** 0 for a null pointer. */
  getPointer(object: object): number;
}

/** The part of its interface that is used. */
interface TesseractApi {
  Init(dataPath: null, language: string, mode: number): number;
  SetVariable(name: string, value: string): void;
  /** Reads `/input`. */
  SetImageFile(exif: number, radians: number): number;
  AnalyseLayout(): { Next(level: number): boolean };
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

const LSTM = 1;
/**
 * Lines of any direction. Sparse text (11) has no lines that run upwards, and takes seconds for a
 * texture.
 */
const WHOLE_PAGE = '3';
/** Tesseract's number of a word, among the levels of a page and in its table. */
const WORD_LEVEL = 3;
const WORD_ROW = '5';
/** Tesseract is sure of a word above this confidence (0 to 100). */
const MIN_CONFIDENCE = 75;
const SURE_WORD = /[\p{L}\d]{3}/u;
/**
 * A page with more words is cut into bands, one below the other: a word takes 6 to 9 ms, a large
 * one 25.
 */
const BAND_WORDS = 80;
/** The share of the page by which bands overlap. */
const OVERLAP = 0.02;

type Tesseract = Awaited<ReturnType<typeof start>>;

let started: ReturnType<typeof start> | undefined;

/** How hard the letters of a page are looked for. */
export interface Effort {
  /** Most bands that are read, from the top. */
  readonly mostBands: number;
  /** A line that Tesseract is not sure of is also read with its shades inverted. */
  readonly triesInverted: boolean;
}

/** The letters that were read on a page. */
export interface Letters {
  readonly lines: readonly string[];
  /** The number of words that were read, and of those that Tesseract is sure of. */
  readonly wordCount: number;
  readonly sureCount: number;
  readonly bandCount: number;
}

/** Reads the letters of a page that is the right way up. */
export async function readLetters(
  picture: GreyPicture,
  { mostBands, triesInverted }: Effort,
): Promise<Letters> {
  started ??= start();
  const tesseract = await started;
  const { core, api } = tesseract;
  api.SetVariable('invert_threshold', triesInverted ? '0.7' : '0');
  show(tesseract, picture);
  const pageBandCount = Math.ceil(Math.max(1, countWords(core, api)) / BAND_WORDS);
  const bandCount = Math.min(pageBandCount, mostBands);
  const words: ReadWord[] = [];
  const lines: string[] = [];
  for (let band = 0; band < bandCount; band += 1) {
    if (pageBandCount > 1) {
      show(tesseract, bandOf(picture, band / pageBandCount, (band + 1) / pageBandCount));
    }
    api.Recognize(null);
    const wordsOfBand = wordsIn(api.GetTSVText(0));
    words.push(...wordsOfBand);
    lines.push(...linesOf(wordsOfBand));
  }
  api.Clear();
  return { lines, wordCount: words.length, sureCount: words.filter(isSure).length, bandCount };
}

function isSure({ text, confidence }: ReadWord): boolean {
  return confidence > MIN_CONFIDENCE && SURE_WORD.test(text);
}

/**
 * Starts Tesseract from the files of its packages. Its usual wrapper would fetch them from a
 * network: https://github.com/naptha/tesseract.js/blob/master/docs/local-installation.md
 */
async function start() {
  const require = createRequire(import.meta.url);
  const load: (
    options: object,
  ) => Promise<TesseractCore> = require('tesseract.js-core/tesseract-core-simd-lstm.js');
  const core = await load({ print: () => undefined, printErr: () => undefined });
  const trained = import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  core.FS.writeFile('eng.traineddata', gunzipSync(await readFile(fileURLToPath(trained))));
  const api = new core.TessBaseAPI();
  if (api.Init(null, 'eng', LSTM) !== 0) throw new Error('Tesseract cannot load its training data');
  api.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
  return { core, api };
}

function countWords(core: TesseractCore, api: TesseractApi): number {
  const layout = api.AnalyseLayout();
  if (core.getPointer(layout) === 0) return 0;
  let words = 1;
  while (layout.Next(WORD_LEVEL)) words += 1;
  return words;
}

function show({ core, api }: Tesseract, picture: GreyPicture): void {
  core.FS.writeFile('/input', pgmOf(picture));
  api.SetImageFile(1, 0);
}

/**
 * A part of a picture, from one share of its height to another. Tesseract's own rectangles are
 * misread.
 */
function bandOf({ data, width, height }: GreyPicture, from: number, to: number): GreyPicture {
  const top = Math.round(height * Math.max(0, from - OVERLAP));
  const end = Math.round(height * Math.min(1, to + OVERLAP));
  return { data: data.subarray(top * width, end * width), width, height: end - top };
}

/** A word as Tesseract has read it. */
interface ReadWord {
  /** Names its line within what was read. */
  readonly line: string;
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
}

function wordsIn(table: string): readonly ReadWord[] {
  return table.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , , , , , confidence, text = ''] = row.split('\t');
    if (level !== WORD_ROW || text.trim() === '') return [];
    return [{ line: [page, block, paragraph, line].join(), text, confidence: Number(confidence) }];
  });
}

function linesOf(words: readonly ReadWord[]): readonly string[] {
  const lines = new Map<string, string>();
  for (const { line, text } of words) {
    const before = lines.get(line);
    lines.set(line, before === undefined ? text : `${before} ${text}`);
  }
  return [...lines.values()];
}
