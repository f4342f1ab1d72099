import type { DeviceInfo } from '../../../provider/device.ts';
import { getNumberFormat } from '../../texts/intl.ts';
import { measure } from '../../texts/phrases.ts';
import type { Say } from '../../texts/say.ts';

type Unit = 'gram' | 'millimeter' | 'milliampereHour' | 'megahertz';

/** The unit of the numbers at some paths of `info`, and when that is certain. */
interface UnitRule {
  readonly paths: readonly string[];
  readonly unit: Unit;
  /** The path whose number decides whether the unit is certain. */
  readonly decidedBy: string;
  /** The range in which that number has to be, inclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * The interface states no units. A number gets one only if no phone could have that number in
 * another unit in use: 187 is a weight in grams, since no phone weighs 187 ounces or kilograms.
 * docs/decisions/units.md has the reason for each range.
 */
const UNITS: readonly UnitRule[] = [
  { paths: ['weight'], unit: 'gram', decidedBy: 'weight', from: 50, to: 2_000 },
  {
    paths: ['size.height', 'size.width', 'size.thickness'],
    unit: 'millimeter',
    decidedBy: 'size.height',
    from: 45,
    to: 450,
  },
  { paths: ['cpu_clock'], unit: 'megahertz', decidedBy: 'cpu_clock', from: 10, to: 9_999 },
  {
    paths: ['battery.capacity'],
    unit: 'milliampereHour',
    decidedBy: 'battery.capacity',
    from: 300,
    to: 30_000,
  },
];

/** The value at a path of nested objects, such as `size.height`. */
export function valueAt(values: unknown, path: string): unknown {
  let inside = values;
  for (const name of path.split('.')) {
    inside = (inside as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  return inside;
}

/** The number at a path of `info` with its unit; undefined if the unit is not certain. */
export function measuredAt(say: Say, info: DeviceInfo, path: string): string | undefined {
  const value = valueAt(info, path);
  const rule = UNITS.find(({ paths }) => paths.includes(path));
  const deciding = rule && valueAt(info, rule.decidedBy);
  if (rule === undefined || typeof value !== 'number' || typeof deciding !== 'number') {
    return undefined;
  }
  const isCertain = deciding >= rule.from && deciding <= rule.to;
  return isCertain ? inUnit(say, rule.unit, value) : undefined;
}

/** A diagonal in inches, which the name of its field says: "6.8″". */
export function inches(say: Say, value: number): string {
  return say('units.inch', { amount: plainNumber(say, value) });
}

function inUnit(say: Say, unit: Unit, value: number): string {
  if (unit === 'gram' || unit === 'millimeter') return measure(say, value, unit);
  return say(`units.${unit}`, { amount: plainNumber(say, value) });
}

/** Writes a number without separators: nobody writes 5,000 mAh. */
function plainNumber({ language }: Say, value: number): string {
  return getNumberFormat(language, { useGrouping: false }).format(value);
}
