import { parseArgs } from 'node:util';
import { z } from 'zod';
import { duration, wholeNumber } from '../config/setting.ts';
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

const schema = z
  .object({
    help: z.boolean(),
    port: wholeNumber('0', '65535'),
    host: z.string(),
    delay: z
      .string()
      .regex(/^\d{1,9}(-\d{1,9})?$/, 'write milliseconds such as 300 or 100-800')
      .transform(delayOf),
    window: duration('1ms', '24h').optional(),
    block: duration('1ms', '24h').optional(),
    'no-limits': z.boolean(),
    'tac-table': z.string().optional(),
  })
  .refine((set) => !set['no-limits'] || (set.window ?? set.block) === undefined, {
    path: ['no-limits'],
    message: 'leaves nothing for --window and --block to do. Please give one or the other.',
  });

/** Reads the words after the program's name; a problem says what to write instead. */
export function parseSandboxArguments(
  words: readonly string[],
): SandboxArguments | { readonly problem: string } {
  try {
    const set = schema.parse(parseArgs({ args: [...words], options: OPTIONS }).values);
    const { help, port, host, delay, window, block } = set;
    const limits = {
      ...INTERFACE_LIMITS,
      ...(window !== undefined && { windowMs: window }),
      ...(block !== undefined && { blockMs: block }),
    };
    return {
      help,
      port,
      host,
      delay,
      limits: set['no-limits'] ? 'none' : limits,
      tacTable: set['tac-table'],
    };
  } catch (error) {
    if (error instanceof z.ZodError)
      return { problem: error.issues.map(({ path, message }) => `--${path.join()}: ${message}`).join('\n') };
    // Node's words on an unknown option are meant for people.
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function delayOf(text: string): Delay {
  const [from = 0, to] = text.split('-').map(Number);
  return to === undefined ? from : { from, to };
}
