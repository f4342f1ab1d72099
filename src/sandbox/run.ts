import { codeOf } from '../core/errors.ts';
import { loadTacTable, TacTableError } from '../tac/table.ts';
import { parseSandboxArguments, USAGE } from './arguments.ts';
import { type Sandbox, startSandbox } from './server.ts';
import { welcome } from './welcome.ts';

/** Where a program's words go: `process` is one. */
export interface Screen {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** As in sysexits.h: the command line has to be mended first. */
const EXIT_WELL = 0;
const EXIT_BROKEN = 1;
const EXIT_CONFIG = 78;

/**
 * Does what the words after `npm run sandbox --` ask for.
 * @returns the running sandbox, or the exit code when none was started
 */
export async function runSandbox(words: readonly string[], screen: Screen): Promise<Sandbox | number> {
  const asked = parseSandboxArguments(words);
  if ('problem' in asked) {
    screen.stderr.write(`${asked.problem}\n\n${USAGE}\n`);
    return EXIT_CONFIG;
  }
  if (asked.help) {
    screen.stdout.write(`${USAGE}\n`);
    return EXIT_WELL;
  }
  try {
    const table = asked.tacTable === undefined ? undefined : await loadTacTable(asked.tacTable);
    const sandbox = await startSandbox({ ...asked, ...(table && { lookUpTac: table.lookUp }) });
    screen.stdout.write(`${welcome(sandbox.url, asked.limits)}\n`);
    return sandbox;
  } catch (error) {
    if (error instanceof TacTableError) {
      screen.stderr.write(`${error.message}\n`);
      return EXIT_CONFIG;
    }
    screen.stderr.write(`${cannotListen(error, asked)}\n`);
    return EXIT_BROKEN;
  }
}

/** @throws what is not about listening */
function cannotListen(error: unknown, { host, port }: { host: string; port: number }): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Please choose another one, or any free one: --port 0`;
    case 'EACCES':
      return `Port ${port} needs more rights than this program has. Please choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `"${host}" is no address of this machine. Please choose another --host, or leave it out.`;
    default:
      throw error;
  }
}
