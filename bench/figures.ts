/** `1,234`, or with two digits of weight where it is small: `0.12`. */
export function figure(number: number): string {
  if (number === 0 || number >= 100) return Math.round(number).toLocaleString('en-US');
  return Number(number.toPrecision(2)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}

/** `0.53×`: how many times the other one. */
export function ratio(number: number, other: number): string {
  return `${(number / other).toFixed(2)}×`;
}

/** The time in the middle. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Bytes on the heap that are in use, after a collection where the process may ask for one. */
export function heapInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** `1,050–1,100–1,180`: the least, the one in the middle, the most. */
export function rangeOf(numbers: readonly number[]): string {
  return [Math.min(...numbers), medianOf(numbers), Math.max(...numbers)].map(figure).join('–');
}

/** Of the least, the middle and the most. */
export function middleOf(range: string): string {
  return range.split('–').at(1) ?? range;
}
