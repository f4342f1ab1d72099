import { errorCode } from '../../core/error-code.ts';
import { EXIT, OperatorError } from '../../core/operator/operator-error.ts';

const HOST =
  'HTTP_HOST is not an IP address of this machine. Set 127.0.0.1 for this machine only, or 0.0.0.0 for all its IP addresses.';
const HINTS: Readonly<Partial<Record<string, string>>> = {
  EADDRINUSE:
    'Another program or another imei-bot uses it. Stop that one, or set HTTP_PORT to a free port; without HTTP_PORT there is no HTTP server.',
  EACCES: 'Set HTTP_PORT to a port above 1023.',
  EADDRNOTAVAIL: HOST,
  ENOTFOUND: HOST,
};

/** Turns Node's error for a port it cannot listen on into a message for the operator. */
export function listenError(cause: unknown, host: string, port: number): OperatorError {
  const code = errorCode(cause) ?? String(cause);
  return new OperatorError(
    `HTTP_PORT: the bot cannot listen at port ${port} of ${host} (${code}). ${HINTS[code] ?? 'Check HTTP_HOST and HTTP_PORT.'}`,
    // A later start may work, since the program on that port may end.
    { cause, exitCode: code === 'EADDRINUSE' ? EXIT.tryAgain : EXIT.config },
  );
}
