import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** One change of the code, which is there in the instrumented file and is made when its id is the active one. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  /** The first line is 1. */
  readonly line: number;
  readonly column: number;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** By path from the root. */
  readonly sources: Readonly<Record<string, string>>;
  readonly instrumented: Readonly<Record<string, string>>;
}

/** A text is judged by whoever reads it, and a wrong kind or key does not compile. */
const EXCLUDED = ['StringLiteral'];

const nothing = (): void => undefined;
const off = (): boolean => false;
const SILENT = {
  ...{ isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off },
  ...{ isWarnEnabled: off, isErrorEnabled: off, isFatalEnabled: off },
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing },
};

/** All mutants of these files, with the code that holds each of them. */
export async function instrument(root: string, paths: readonly string[]): Promise<Instrumented> {
  const files = await Promise.all(
    paths.map(async (name) => ({ name, mutate: true, content: await readFile(join(root, name), 'utf8') })),
  );
  const { files: written, mutants } = await new Instrumenter(SILENT).instrument(files, {
    plugins: null,
    excludedMutations: EXCLUDED,
    ignorers: [],
  });
  return {
    mutants: mutants
      .filter(({ status }) => status === undefined)
      .map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => ({
        ...{ id, file: fileName, mutatorName, replacement },
        location: { start: oneBased(start), end: oneBased(end) },
      })),
    sources: Object.fromEntries(files.map(({ name, content }) => [name, content])),
    instrumented: Object.fromEntries(written.map(({ name, content }) => [name, content])),
  };
}

function oneBased({ line, column }: Place): Place {
  return { line: line + 1, column: column + 1 };
}
