import type { Heading } from './heading.ts';
import type { Surroundings } from './number-line.ts';
import { type LabelName, NAMELESS } from './number-name.ts';

/** The first number of an enumeration, often its only one, and what may name it. */
export interface EnumerationStart {
  readonly surroundings: Surroundings;
  readonly isFirstOnLine: boolean;
  /** Whether its line is a row of a table. */
  readonly isInTable: boolean;
  /** The name that the title of a field gives its numbers, if the text is one cell of a file. */
  readonly fieldName: LabelName;
  /** The heading above it; undefined if there is none, or if a line in between has names. */
  readonly heading: Heading | undefined;
}

interface NameSource {
  readonly nameOf: (number: EnumerationStart) => LabelName;
  /**
   * Example in which this source wins: it says order, another line or a later source says IMEI.
   * Tested.
   */
  readonly example: string;
  /** The title of the field, if the example is one cell of a file. */
  readonly field?: string;
  /** Whether it names only numbers of one column: an enumeration ends where the column ends. */
  readonly isColumn?: boolean;
}

interface SourcedName {
  readonly name: LabelName;
  readonly isNamedByColumn: boolean;
}

/**
 * Sources of the name of a number that does not continue an enumeration. The first source that
 * names it decides: in `IMEI: x (order)` the words behind x. The title of a field, the heading and
 * the first line of a record (see `names/record`) name only the first number of a line.
 */
export const SOURCES: readonly NameSource[] = [
  { nameOf: ({ surroundings }) => surroundings.behind, example: 'IMEI: 490154205512033 (order)' },
  {
    nameOf: ({ surroundings }) => surroundings.before.name,
    example: 'IMEI;Note\norder 490154205512033;x',
  },
  {
    nameOf: ({ surroundings }) => surroundings.record,
    example: 'Name: Order\nData: 490154205512033\nName: x',
    field: 'IMEI',
  },
  {
    nameOf: titleOfColumn,
    example: 'Order;Note\n490154205512033;x',
    field: 'IMEI',
    isColumn: true,
  },
  { nameOf: titleOfField, example: 'IMEI\n490154205512033', field: 'Order' },
  { nameOf: nameInHeading, example: 'IMEI\nOrder\n490154205512033' },
];

/**
 * Returns the name that the first source gives a number. If none does, the number has no name, only
 * perhaps a word for "number", `id`: that of the last source with such a word.
 */
export function nameFromSources(number: EnumerationStart): SourcedName {
  let nameless = NAMELESS;
  for (const { nameOf, isColumn = false } of SOURCES) {
    const name = nameOf(number);
    if (name.kind !== 'nothing') return { name, isNamedByColumn: isColumn };
    if (name.wordForNumber !== undefined) nameless = name;
  }
  return { name: nameless, isNamedByColumn: false };
}

function titleOfColumn({ surroundings }: EnumerationStart): LabelName {
  return surroundings.title ?? NAMELESS;
}

function titleOfField({ isFirstOnLine, fieldName }: EnumerationStart): LabelName {
  return isFirstOnLine ? fieldName : NAMELESS;
}

/** A heading names no number of a table, and only one without words or numbers before it. */
function nameInHeading(number: EnumerationStart): LabelName {
  const { surroundings, isFirstOnLine, isInTable, heading } = number;
  const isAtLineStart = isFirstOnLine && !surroundings.before.saysSomething;
  if (isInTable || !isAtLineStart) return NAMELESS;
  return heading?.name() ?? NAMELESS;
}
