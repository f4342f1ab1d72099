/** A measure that this project has set itself, and what came out. */
export interface Goal {
  readonly goal: string;
  /** What was measured, as it is told. */
  readonly measured: string;
  readonly isReached: boolean;
  /** What stands in the way, told where it was not reached. */
  readonly why?: string;
}

/** Cells as they are shown; the first column names the row. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Figures as bars. */
export interface Chart {
  /** The file, beside the results. */
  readonly file: string;
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly isMarked: boolean }[];
}

/** What one bench found. */
export interface Findings {
  /** What was measured and how, in a few sentences. */
  readonly about: string;
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  readonly chart?: Chart;
}

export interface BenchSettings {
  readonly seed: number;
  /** Sizes that only show that the bench runs; the figures mean nothing. */
  readonly tiny: boolean;
  /** The directory in which the project stands as JavaScript, for what runs as a process of its own. */
  readonly built: string;
  /** An empty directory for files, removed afterwards. */
  readonly directory: string;
  /** Tells on the screen how far it is. */
  readonly progress: (text: string) => void;
}

/**
 * A figure of a table as it is told: by the title of the table, the name of a row or its index, which counts from the end below
 * zero, and the index of a column, of which the first has the names.
 */
export type Cell = (table: string, row: string | number, column: number) => string;

/** One bench: one file beside this one, with one function. Nothing in it passes or fails by its time. */
export interface Bench {
  readonly title: string;
  /** How it compares with what one would pick instead, with figures of its own tables. */
  readonly instead: (cell: Cell) => string;
  readonly run: (settings: BenchSettings) => Promise<Findings>;
}
