import { type Agent, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';

/** A call as the library has it made. */
interface Call {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  /** JSON, or a form with files. */
  readonly body: string | Readable;
  /** Keeps the connections. */
  readonly agent: Agent;
  readonly signal: Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;
}

/** What the library reads of an answer. */
interface Answer {
  json(): unknown;
}

/**
 * Makes a call for the library, one request at most. The library's own way passes the body and the answer through streams and
 * headers of its own, and takes twice the processor's time for all of the call. Rejects with the error of the connection; no
 * redirect is followed, since the Bot API has none.
 */
export function fetchAnswer(url: string, { method, headers, body, agent, signal }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw ABORTED;
    const open = url.startsWith('https:') ? requestHttps : requestHttp;
    const request = open(url, { method, headers, agent });
    const abort = (): void => void request.destroy(ABORTED);
    signal.addEventListener('abort', abort);
    request.on('error', reject).once('close', () => signal.removeEventListener('abort', abort));
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject).once('end', () => resolve({ json: () => JSON.parse(text) }));
    });
    if (typeof body === 'string') request.end(body);
    // What breaks on the way is an error of the request, or of the form, which the library hears of itself.
    else pipeline(body, request, () => undefined);
  });
}

/** Created once, since creating an error costs more than everything else here. */
const ABORTED = new Error('the call was given up');
