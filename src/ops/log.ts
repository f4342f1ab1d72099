import { createRequire } from 'node:module';
import type * as pinoLibrary from 'pino';
import type * as prettyLibrary from 'pino-pretty';

const require = createRequire(import.meta.url);
// An `import` would first search the library for the names that it exports.
const { pino, stdTimeFunctions }: typeof pinoLibrary = require('pino');

export type Log = pinoLibrary.Logger;

/** What may be an IMEI, with or without its check digit or software version: of those, only the TAC is logged. */
const LONG_NUMBER = /(?<!\d)(\d{8})\d{6,8}(?!\d)/g;

export interface LogSettings {
  readonly level: string;
  /** Texts that must never be written: the API key, tokens. */
  readonly secrets: readonly string[];
  /** Readable lines for a terminal instead of JSON. */
  readonly readable: boolean;
}

/** A log to stderr. Whatever is logged, no secret and no whole IMEI leaves the process through it. */
export function createLog({ level, secrets, readable }: LogSettings): Log {
  const out = readable
    ? buildPretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    : pino.destination({ dest: 2, sync: true });
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime },
    { write: (line) => out.write(withoutSecrets(line, secrets)) },
  );
}

/** Loaded only for a terminal; at once, so that the first line need not wait. */
function buildPretty(options: prettyLibrary.PrettyOptions): prettyLibrary.PrettyStream {
  const { build }: typeof prettyLibrary = require('pino-pretty');
  return build(options);
}

/** A log line as it may be seen by anybody. */
export function withoutSecrets(line: string, secrets: readonly string[]): string {
  let text = line;
  for (const secret of secrets) {
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      if (form !== '') text = text.replaceAll(form, '[secret]');
    }
  }
  return text.replace(LONG_NUMBER, '$1…');
}
