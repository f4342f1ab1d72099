import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { codeOf } from './errors.ts';

/** What a file that cannot be opened for want of a descriptor says, and a library that is loaded. */
const TOO_MANY = /\btoo many open files\b/i;
/** With fewer, modules that cannot be read are taken for modules that are not there. */
const ENOUGH = 256;
/** At least as many files as Node has open at once while it reads modules that import one another. */
const OPEN_AT_ONCE = 32;

/**
 * The sentence for an error that came of the system's limit on open files, which says what to raise it to; undefined for any
 * other error.
 */
export function tooFewFiles(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isMissing = /MODULE_NOT_FOUND$/.test(codeOf(error) ?? '');
  if (!isMissing && !TOO_MANY.test(error.message)) return undefined;
  const most = mostOpenFiles();
  if (isMissing && (most === undefined || most >= ENOUGH)) return undefined;
  const said = most === undefined ? 'too few files' : `${most} files`;
  return (
    `This process may have ${said} open at once, and needs more. Raise it to 1024 at least: "ulimit -n 1024" in a shell, ` +
    'LimitNOFILE=1024 with systemd, "--ulimit nofile=1024" with Docker. ' +
    `(${error.message.split('\n', 1)[0]})`
  );
}

/** How many files this process may have open at once; undefined where the system does not say so, or sets no limit. */
function mostOpenFiles(): number | undefined {
  const soft = fieldOf(fieldOf(fieldOf(process.report.getReport(), 'userLimits'), 'open_files'), 'soft');
  return typeof soft === 'number' ? soft : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * Imports with the first call what a start leaves out. Node never reads a module again that it once could not read, so while
 * this process may not open as many files as that takes, a call fails before Node is asked, and a later one works.
 * @throws EMFILE
 */
export function importLater<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return async () => {
    if (loaded === undefined) needFilesToOpen();
    loaded ??= load();
    return loaded;
  };
}

function needFilesToOpen(): void {
  const opened: number[] = [];
  try {
    while (opened.length < OPEN_AT_ONCE) opened.push(openSync(devNull, 'r'));
  } finally {
    for (const file of opened) closeSync(file);
  }
}
