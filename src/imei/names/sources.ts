import type { Heading } from './heading.ts';
import type { Surroundings } from './number-line.ts';
import { type LabelName, NAMELESS } from './number-name.ts';

/** The first number of an enumeration, or one alone, and what may name it. */
export interface FirstNumber {
  readonly surroundings: Surroundings;
  readonly isFirstOnLine: boolean;
  /** Whether its line is a row of a table. */
  readonly isInTable: boolean;
  /** The name that the title of a field gives its numbers, if the text is a field. */
  readonly fieldName: LabelName;
  /** The heading above it; undefined if there is none, or if a line in between has names. */
  readonly heading: Heading | undefined;
}

interface NameSource {
  readonly nameIn: (number: FirstNumber) => LabelName;
  /** Example in which this source wins: it says order, a later source says IMEI. Tested. */
  readonly example: string;
  /** The title of the field that has the example. */
  readonly field?: string;
  /** Whether it names only numbers of one column: an enumeration ends where the column ends. */
  readonly isColumn?: boolean;
}

/** The name of a number that does not continue an enumeration. */
interface SourcedName {
  readonly name: LabelName;
  readonly isInColumn: boolean;
}

/**
 * Sources of the name of a number that does not continue an enumeration. The first source that
 * names it decides: in `IMEI: x (order)` the words behind x. The title of a field, the heading and
 * the first line of a record name only the first number of a line.
 */
export const SOURCES: readonly NameSource[] = [
  { nameIn: ({ surroundings }) => surroundings.behind, example: 'IMEI: 490154205512033 (order)' },
  {
    nameIn: ({ surroundings }) => surroundings.before.name,
    example: 'IMEI;Note\norder 490154205512033;x',
  },
  {
    nameIn: ({ surroundings }) => surroundings.record,
    example: 'Name: Order\nData: 490154205512033\nName: x',
    field: 'IMEI',
  },
  {
    nameIn: titleOfColumn,
    example: 'Order;Note\n490154205512033;x',
    field: 'IMEI',
    isColumn: true,
  },
  { nameIn: titleOfField, example: 'IMEI\n490154205512033', field: 'Order' },
  { nameIn: nameInHeading, example: 'IMEI\nOrder\n490154205512033' },
];

/** Returns the name that the first source gives a number. */
export function nameFromSources(number: FirstNumber): SourcedName {
  let unclear = NAMELESS;
  for (const { nameIn, isColumn = false } of SOURCES) {
    const name = nameIn(number);
    if (name.kind !== 'nothing') return { name, isInColumn: isColumn };
    if (name.wordForNumber !== undefined) unclear = name;
  }
  return { name: unclear, isInColumn: false };
}

function titleOfColumn({ surroundings }: FirstNumber): LabelName {
  return surroundings.title ?? NAMELESS;
}

function titleOfField({ isFirstOnLine, fieldName }: FirstNumber): LabelName {
  return isFirstOnLine ? fieldName : NAMELESS;
}

/** A heading names neither the numbers of a table nor a number with words before it on its line. */
function nameInHeading(number: FirstNumber): LabelName {
  const { surroundings, isFirstOnLine, isInTable, heading } = number;
  const isBehindSomething = !isFirstOnLine || surroundings.before.saysSomething;
  if (isInTable || isBehindSomething) return NAMELESS;
  return heading?.name() ?? NAMELESS;
}
