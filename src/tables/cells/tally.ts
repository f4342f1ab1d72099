import type { FoundImei } from '../../imei/find/findings.ts';
import { asImei, type Imei, isOfToday, tacOf } from '../../imei/imei.ts';
import { isCardNumber } from '../../imei/number/cards.ts';
import type { KnownTac } from '../../imei/number/read.ts';
import { isGtin } from '../../imei/gtin.ts';
import { IMEI_WORD } from '../../imei/others/imei-words.ts';
import { expanded } from '../../imei/text/exponents.ts';
import type { Cell, Table } from '../table.ts';
import { foundAmong, isCutOff, mayHoldImei, numbersOfCell, withoutGroups, withZero } from './cell-numbers.ts';
import { namesImei } from './own-names.ts';

/** Counts of cells in one column. */
export interface Tally {
  /** Index, from 0. */
  readonly column: number;
  /** Index of the first row whose cell may hold an IMEI. */
  readonly firstRow: number;
  /** Cells with any text from `firstRow` on. */
  filled: number;
  /** As `filled`, up to the last cell that may hold an IMEI. */
  filledBetween: number;
  /** Cells with any text above `firstRow`. */
  readonly filledAbove: number;
  /** A complete IMEI, or a spreadsheet's form of one. */
  whole: number;
  /** Of these, those that begin as those of today's phones, or of which a spreadsheet has left too little to tell. */
  ofToday: number;
  /** Cells that have the word IMEI themselves. */
  worded: number;
  /** Some of them as the name of a number. */
  named: boolean;
  /** 14 digits: an IMEI without check digit, or anything else. */
  fourteen: number;
  /** Of these, those with the check digit of an article number. */
  gtins: number;
  /** 16 digits: an IMEISV, or anything else. */
  sixteen: number;
  /** Of 14 and 16 digits, those that begin as today's phones or are of a known TAC. */
  likely: number;
  /** Of these, those of a known TAC. */
  known: number;
  /** 14 digits that are an IMEI with a zero before them. */
  withZero: number;
  /** In short notation with all digits, as Java writes numbers: it leaves out zeros at the end. */
  expanded: number;
  /** Meant as an IMEI but invalid. */
  wrong: number;
  /** Of these, nothing but 15 digits whose check digit does not fit. */
  misfit: number;
  /** The first of the different complete IMEIs. */
  readonly sample: Set<Imei>;
}

/** Most cells of one column, and of a table, that are searched as text; they are spread over the column. */
const MOST_IN_COLUMN = 200;
const MOST_IN_TABLE = 10_000;
/** Most IMEIs of a column that are kept, to tell of what types they are. */
const MOST_KEPT = 500;

const FIFTEEN = /^\d{15}$/;
const FOURTEEN = 14;
const PLACEHOLDER = /^(\d)\1+$/;

/** A column while its cells are counted: those that have to be searched as text come last. */
interface Counting {
  /** Index of the row from which on its numbers count. */
  readonly begin: number;
  /** Cells with any text before the first that may hold an IMEI. */
  above: number;
  tally: Tally | undefined;
  readonly texts: Cell[];
}

/** What {@link tallyColumns} knows of a table. */
interface TallyNeeds {
  readonly known: KnownTac;
  /** Rows of titles, by the index of a column: what stands above them there is no number of the column. */
  readonly begins: ReadonlyMap<number, number>;
}

/**
 * Counts every cell of the columns that may hold an IMEI: a plain number costs little, wherever in the table it stands. Of
 * the others a sample stands for the rest.
 */
export function tallyColumns(rows: Table['rows'], { known, begins }: TallyNeeds): readonly Tally[] {
  const columns: Counting[] = [];
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (cell.text.trim() === '') continue;
      columns[column] ??= { begin: begins.get(column) ?? 0, above: 0, tally: undefined, texts: [] };
      countCell(columns[column], cell, { row, column });
    }
  }
  const counted = columns.flatMap(({ tally, texts }) => (tally === undefined ? [] : [{ tally, texts }]));
  const most = Math.min(MOST_IN_COLUMN, Math.ceil(MOST_IN_TABLE / Math.max(1, counted.length)));
  for (const { tally, texts } of counted) countTexts(tally, texts, { most, known });
  return counted.map(({ tally }) => tally);
}

function countCell(counting: Counting, cell: Cell, { row, column }: { row: number; column: number }): void {
  const may = row >= counting.begin && mayHoldImei(cell);
  if (may) counting.tally ??= newTally(column, row, counting.above);
  if (counting.tally === undefined) {
    counting.above += 1;
    return;
  }
  counting.tally.filled += 1;
  if (may) counting.tally.filledBetween = counting.tally.filled;
  if (may && !countPlain(counting.tally, cell)) counting.texts.push(cell);
}

function newTally(column: number, firstRow: number, filledAbove: number): Tally {
  return {
    column,
    firstRow,
    filledAbove,
    filled: 0,
    filledBetween: 0,
    whole: 0,
    ofToday: 0,
    worded: 0,
    named: false,
    fourteen: 0,
    gtins: 0,
    sixteen: 0,
    likely: 0,
    known: 0,
    withZero: 0,
    expanded: 0,
    wrong: 0,
    misfit: 0,
    sample: new Set(),
  };
}

/** Counts a cell that is nothing but a number of 15 digits, or a number that was cut off; says whether it is one. */
function countPlain(tally: Tally, cell: Cell): boolean {
  if (isCutOff(cell)) {
    tally.whole += 1;
    tally.ofToday += 1;
    return true;
  }
  const digits = withoutGroups(cell.text.trim());
  if (!FIFTEEN.test(digits) || PLACEHOLDER.test(digits)) return false;
  const imei = asImei(digits);
  if (isCardNumber(digits)) tally.wrong += 1;
  else if (imei === undefined) {
    tally.wrong += 1;
    tally.misfit += 1;
  } else {
    tally.whole += 1;
    if (isOfToday(imei)) tally.ofToday += 1;
    keep(tally, imei);
  }
  return true;
}

function keep({ sample }: Tally, imei: Imei): void {
  if (sample.size < MOST_KEPT) sample.add(imei);
}

interface Sampling {
  readonly most: number;
  readonly known: KnownTac;
}

function countTexts(tally: Tally, texts: readonly Cell[], { most, known }: Sampling): void {
  const searched = Math.min(most, texts.length);
  const weight = texts.length / Math.max(1, searched);
  for (let index = 0; index < searched; index += 1) {
    const cell = texts[Math.floor(index * weight)];
    if (cell !== undefined) countText(tally, cell, { known, weight });
  }
}

interface Weighing {
  readonly known: KnownTac;
  /** How many cells it stands for. */
  readonly weight: number;
}

function countText(tally: Tally, cell: Cell, weighing: Weighing): void {
  const { known, weight } = weighing;
  const text = cell.text.trim();
  if (expanded(text) !== undefined) tally.expanded += weight;
  if (withZero(withoutGroups(text)) !== undefined) tally.withZero += weight;
  const numbers = numbersOfCell(cell, {
    line: 0,
    known,
    zerosLost: false,
    endsWithoutZeros: false,
    isNamed: false,
  });
  if (numbers.length > 0 && IMEI_WORD.test(text)) {
    tally.worded += weight;
    tally.named ||= namesImei(text);
  }
  const imeis = foundAmong(numbers);
  const wholes = imeis.filter(({ from }) => from === 'imei');
  const [first] = imeis;
  if (wholes.length > 0) {
    tally.whole += weight;
    if (wholes.some(({ imei }) => isOfToday(imei))) tally.ofToday += weight;
    for (const { imei } of wholes) keep(tally, imei);
  } else if (first !== undefined) countUnproved(tally, first, weighing);
  else if (numbers.length > 0) tally.wrong += weight;
}

/** Counts a number that no check digit proves. */
function countUnproved(tally: Tally, { imei, from }: FoundImei, { known, weight }: Weighing): void {
  if (from === 'imeisv') tally.sixteen += weight;
  else {
    tally.fourteen += weight;
    if (isGtin(imei.slice(0, FOURTEEN))) tally.gtins += weight;
  }
  const isKnown = known(tacOf(imei));
  if (isKnown) tally.known += weight;
  if (isKnown || isOfToday(imei)) tally.likely += weight;
}
