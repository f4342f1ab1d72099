import { parseArgs } from 'node:util';
import { FAULT_HEADER } from './faults/faults.ts';
import { INTERFACE_LIMITS, type SandboxLimits } from './faults/limits.ts';
import type { Delay } from './faults/random.ts';

/** What `npm run sandbox` is asked for. */
export interface SandboxArguments {
  readonly help: boolean;
  readonly port: number;
  readonly host: string;
  readonly limits: SandboxLimits | 'none';
  readonly delay: Delay;
  /** An open TAC table for the devices that the catalogue does not have. */
  readonly tacTable: string | undefined;
}

export const USAGE = `Usage: npm run sandbox -- [options]

  --port 8080        port to listen on; 0 takes any free one
  --host 127.0.0.1   address to listen on; 0.0.0.0 lets other machines in
  --delay 300        milliseconds before each answer, or at random between two: 100-800
  --window 60s       how long the window of the limit is
  --block 5m         how long an address that crossed a limit stays blocked; without this, to the end
  --no-limits        nobody is ever blocked
  --tac-table FILE   open TAC table (CSV) for the devices that the catalogue does not have
  --help             this text

Once it runs, it prints its keys, IMEIs to try, and the faults that the request header ${FAULT_HEADER} asks for.`;

const HIGHEST_PORT = 65_535;
const MS_OF_UNIT: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  port: { type: 'string', default: '8080' },
  host: { type: 'string', default: '127.0.0.1' },
  delay: { type: 'string', default: '0' },
  window: { type: 'string' },
  block: { type: 'string' },
  'no-limits': { type: 'boolean', default: false },
  'tac-table': { type: 'string' },
} as const;

/** Reads the words after the program's name; a problem says what to write instead. */
export function parseSandboxArguments(
  words: readonly string[],
): SandboxArguments | { readonly problem: string } {
  try {
    const { values } = parseArgs({ args: [...words], options: OPTIONS });
    return {
      help: values.help,
      port: portOf(values.port),
      host: values.host,
      delay: delayOf(values.delay),
      limits: limitsOf(values),
      tacTable: values['tac-table'],
    };
  } catch (error) {
    // Both Node's words on an unknown option and those below are meant for people.
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function limitsOf(values: { 'no-limits': boolean; window?: string; block?: string }): SandboxLimits | 'none' {
  const { window, block } = values;
  if (!values['no-limits']) {
    return {
      ...INTERFACE_LIMITS,
      ...(window !== undefined && { windowMs: durationOf('--window', window) }),
      ...(block !== undefined && { blockMs: durationOf('--block', block) }),
    };
  }
  if (window === undefined && block === undefined) return 'none';
  throw new Error('--no-limits leaves nothing for --window and --block to do. Please give one or the other.');
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= HIGHEST_PORT) return port;
  throw new Error(`--port takes a number from 0 to ${HIGHEST_PORT}, not "${text}".`);
}

function delayOf(text: string): Delay {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (from === undefined)
    throw new Error(`--delay takes milliseconds such as 300 or 100-800, not "${text}".`);
  return to === undefined ? Number(from) : { from: Number(from), to: Number(to) };
}

/** Milliseconds. */
function durationOf(option: string, text: string): number {
  const [, amount, unit = ''] = /^(\d+)([a-z]+)$/.exec(text) ?? [];
  const ms = Number(amount) * (MS_OF_UNIT.get(unit) ?? Number.NaN);
  if (ms > 0) return ms;
  throw new Error(`${option} takes a duration such as 500ms, 60s or 5m, not "${text}".`);
}
