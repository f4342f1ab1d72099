import { createRequire } from 'node:module';
import type * as pinoLibrary from 'pino';
import type * as prettyLibrary from 'pino-pretty';
import { createMask } from './mask.ts';

const require = createRequire(import.meta.url);
// An `import` would first search the library for the names that it exports.
const { pino, stdTimeFunctions }: typeof pinoLibrary = require('pino');

export type Log = pinoLibrary.Logger;

export interface LogSettings {
  readonly level: string;
  /** Texts that must never be written, besides those that `keepSecret` was told of: the API key, tokens. */
  readonly secrets: readonly string[];
  /** Readable lines for a terminal instead of JSON. */
  readonly readable: boolean;
  /** Where the lines go: stderr, unless a test reads them. */
  readonly destination?: { write(line: string): unknown };
}

/** A log to stderr. Whatever is logged, no secret, no whole IMEI and no card number leaves the process through it. */
export function createLog({ level, secrets, readable, destination }: LogSettings): Log {
  const mask = createMask(secrets);
  const out = destination ?? pino.destination({ dest: 2, sync: true });
  const print = readable ? prettyLines(out) : (line: string) => out.write(line);
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime },
    { write: (line) => print(mask.line(line)) },
  );
}

/** Loaded only for a terminal; at once, so that the first line need not wait. */
function prettyLines(out: { write(line: string): unknown }): (line: string) => void {
  const { prettyFactory }: typeof prettyLibrary = require('pino-pretty');
  const pretty = prettyFactory({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' });
  return (line) => out.write(pretty(line));
}
