/** A figure that this project wants to reach, and what was measured. */
export interface Goal {
  readonly goal: string;
  readonly measured: string;
  readonly isReached: boolean;
}

/** Cells as they are printed; the first column names the row. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What one bench measured. */
export interface Findings {
  /** What was measured and how, in a few sentences. */
  readonly about: string;
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
}

export interface BenchSettings {
  readonly seed: number;
  /** Sizes that only show that the bench runs; the figures mean nothing. */
  readonly tiny: boolean;
  /** The directory with the compiled project, for what runs as a process. */
  readonly built: string;
  /** An empty directory for files, removed afterwards. */
  readonly directory: string;
  /** Prints how far the bench is. */
  readonly progress: (text: string) => void;
}

/** One bench. Nothing in it passes or fails by its time. */
export interface Bench {
  readonly title: string;
  readonly run: (settings: BenchSettings) => Promise<Findings>;
}

/** `1,234`, or two significant digits of a small number: `0.12`. */
export function figure(number: number): string {
  if (number === 0 || number >= 100) return Math.round(number).toLocaleString('en-US');
  return Number(number.toPrecision(2)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}

/** `0.53×`: how many times the other one. */
export function ratio(number: number, other: number): string {
  return `${(number / other).toFixed(2)}×`;
}

export function medianOf(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The number below which this part of them lies. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** `1,050–1,100–1,180`: the least, the median, the most. */
export function rangeOf(numbers: readonly number[]): string {
  return [Math.min(...numbers), medianOf(numbers), Math.max(...numbers)].map(figure).join('–');
}
