import { createRequire } from 'node:module';
import type * as pinoLibrary from 'pino';
import type * as prettyLibrary from 'pino-pretty';
import { errorCode } from '../../core/error-code.ts';
import { OperatorError } from '../../core/operator/operator-error.ts';
import { isStoreError } from '../../store/store-errors.ts';
import { maskLine } from './mask.ts';

const require = createRequire(import.meta.url);
// `require`, since an `import` would first scan the library for its exports.
const { pino, stdSerializers, stdTimeFunctions }: typeof pinoLibrary = require('pino');

/** Fields that hold a secret in logged objects, such as the request of an HTTP error. */
const REDACTED = ['*.token', '*.apiKey', '*.authorization', '*.headers.authorization'];

/** Pino's number for the level `error`; `fatal` is above. */
const ERROR = 50;

export type Log = pinoLibrary.Logger;

export interface LogSettings {
  /** Lowest level that is written, as pino names it. */
  readonly level: string;
  /** Readable lines for a terminal instead of JSON. */
  readonly isReadable: boolean;
  /** Output for lines; stderr by default. */
  readonly destination?: { write(line: string): unknown };
  /** Called for each line of the level `error` or `fatal`. */
  readonly onError?: () => void;
}

/** Creates the log. It masks IMEIs, card numbers and all secrets that `addSecret` got. */
export function createLog({ level, isReadable, destination, onError }: LogSettings): Log {
  const out = destination ?? openStderr();
  const print = isReadable ? prettyLines(out) : (line: string) => out.write(line);
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: REDACTED,
      serializers: { err: describeError },
      hooks: {
        logMethod(line, write, lineLevel) {
          if (lineLevel >= ERROR) onError?.();
          write.apply(this, line);
        },
      },
    },
    { write: (line) => print(maskLine(line)) },
  );
}

/**
 * Picks what the log shows of an error. Libraries attach more to theirs, such as a person’s message
 * that could not be handled, or the body of a call.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  const shown = { type, message, code: errorCode(error) };
  return isForOperators(error) ? shown : { ...shown, stack };
}

/** An error for the operator is not a bug, so its stack is left out. */
function isForOperators(error: Error): boolean {
  return error instanceof OperatorError || isStoreError(error);
}

/** The most characters of lines that wait to be written. Further lines are lost. */
const MAX_UNWRITTEN_LENGTH = 1_000_000;

/** Never throws: the bot goes on without its log if a terminal is closed or a disk is full. */
function openStderr(): { write(line: string): unknown } {
  const stderr = pino.destination({ dest: 2, sync: true, maxLength: MAX_UNWRITTEN_LENGTH });
  return stderr.on('error', () => undefined);
}

/** Loads pino-pretty, for a terminal only. Synchronous, so that the first line does not wait. */
function prettyLines(out: { write(line: string): unknown }): (line: string) => void {
  const { prettyFactory }: typeof prettyLibrary = require('pino-pretty');
  const pretty = prettyFactory({ translateTime: 'SYS:yyyy-mm-dd HH:MM:ss' });
  return (line) => out.write(pretty(line));
}
