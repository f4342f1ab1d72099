import { readFileSync } from 'node:fs';

/** Linux tells it in hundredths of a second. */
const TICK_MS = 10;
/** Of `/proc/self/stat`, counted from behind the name: what children that have ended took in programs and in the system. */
const CHILDREN = [13, 14] as const;

/** What the processes that this one has started, and that have ended, took of the processor so far. 0 where no system tells. */
export function childrenMs(): number {
  let text = '';
  try {
    text = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return 0;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return CHILDREN.reduce((sum, at) => sum + Number(fields[at]) * TICK_MS, 0);
}
