import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm start                                 a chat in this terminal
       npm start -- "/imei 490154203237518"      one line, answered, and done
       npm start --silent -- --json "490154203237518"
                                                 the same as JSON, one object per IMEI
       … | npm start --silent                    one line in, one reply out
       npm start -- setup | doctor | backup | restore | rekey | deploy-commands
                                                 for operators; each has a --help
Options: --json   --help   --version
Settings are in .env; .env.example says what each is for.`;

export interface Arguments {
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
  /** A line to answer instead of a chat. */
  readonly line: string | undefined;
}

/** The words after the program's name, or what is wrong with them. */
export function parseArguments(
  words: readonly string[],
): { readonly ok: true; readonly arguments: Arguments } | { readonly ok: false; readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
      allowPositionals: true,
    });
    const line = positionals.join(' ').trim();
    return {
      ok: true,
      arguments: {
        json: values.json ?? false,
        help: values.help ?? false,
        version: values.version ?? false,
        line: line === '' ? undefined : line,
      },
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
