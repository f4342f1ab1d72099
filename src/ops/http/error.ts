import { codeOf } from '../../core/errors.ts';

type HttpServerErrorCode = 'port-taken' | 'port-forbidden' | 'host-unknown' | 'cannot-listen';

/** Thrown if the HTTP server cannot be opened; the message tells the operator what to do. */
export class HttpServerError extends Error {
  override readonly name = 'HttpServerError';
  readonly code: HttpServerErrorCode;

  constructor(code: HttpServerErrorCode, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Turns Node's error for a port it cannot listen on into a message for the operator. */
export function cannotListen(
  cause: unknown,
  { host, port }: { host: string; port: number },
): HttpServerError {
  const code = codeOf(cause);
  switch (code) {
    case 'EADDRINUSE':
      return new HttpServerError(
        'port-taken',
        `HTTP_PORT: port ${port} of ${host} is taken by another program. Set HTTP_PORT to a free one, or leave it empty to run without the HTTP server.`,
        cause,
      );
    case 'EACCES':
      return new HttpServerError(
        'port-forbidden',
        `HTTP_PORT: port ${port} needs more rights than this program has. Set HTTP_PORT to one above 1023.`,
        cause,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new HttpServerError(
        'host-unknown',
        `HTTP_HOST: "${host}" is no address of this machine. Set 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses.`,
        cause,
      );
    default:
      return new HttpServerError(
        'cannot-listen',
        `HTTP_PORT: the HTTP server cannot listen at port ${port} of ${host} (${String(code ?? cause)}). Check HTTP_HOST and HTTP_PORT.`,
        cause,
      );
  }
}
