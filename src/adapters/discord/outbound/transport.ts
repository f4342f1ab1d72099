import { setImmediate as whatIsDue } from 'node:timers/promises';
import type { RESTOptions } from '@discordjs/rest';
import type { Dispatcher } from 'undici';
import { afterReading } from '../../../core/async/event-loop.ts';
import { codeOf } from '../../../core/errors.ts';
import { faultOf } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import { Agent, DefaultRestOptions } from '../sdk.ts';

type MakeRequest = RESTOptions['makeRequest'];

/** Errors of a connection closed by the other side, possibly while idle. */
const CLOSED_BY_THEM: readonly unknown[] = ['UND_ERR_SOCKET', 'EPIPE'];

/**
 * Makes one attempt of a call for the library and reports its failure, also if the library retries silently. Maps an orderly
 * close to `ECONNRESET`, for which alone the library retries. The library believes its own time limits at once and sends the
 * call again, which would make a second message in a process that stood still: here what has arrived is read before, and
 * nothing leaves that was not sent in time.
 * @param dispatcher what Discord is called through; directly without it
 */
export function createTransport(report: ReportIncident, dispatcher: Dispatcher = new Agent()): MakeRequest {
  return async (url, init) => {
    try {
      // A process that stood still comes here before it has heard of limits that are over as well.
      await whatIsDue();
      init.signal?.throwIfAborted();
      const response = await DefaultRestOptions.makeRequest(url, { ...init, ...limited(init, dispatcher) });
      const { status, headers } = response;
      if (status >= 500) report('server-error', { status });
      // The address contains tokens, so it is not logged.
      if (status === 429) report('rate-limited', { global: headers.get('x-ratelimit-global') === 'true' });
      return response;
    } catch (error) {
      const fault = faultOf(error);
      report(fault.code, { reason: fault.message });
      throw CLOSED_BY_THEM.includes(codeOf(error))
        ? Object.assign(new Error('ECONNRESET', { cause: error }), { code: 'ECONNRESET' })
        : error;
    }
  };
}

/** How an attempt is made that the library's signal ends only when what has arrived is read, if it was sent at all. */
function limited({ signal }: Parameters<MakeRequest>[1], dispatcher: Dispatcher) {
  const given = new AbortController();
  let hasLeft = false;
  let parts = 0;
  const giveUp = (): void => given.abort();
  signal?.addEventListener('abort', () => (hasLeft ? afterReading(giveUp, () => parts) : giveUp()), {
    once: true,
  });
  const watched = dispatcher.compose((dispatch) => (options, handler) => {
    const { onConnect, onData } = handler;
    return dispatch(
      options,
      Object.assign(handler, {
        // Called when the connection stands, right before the first byte.
        onConnect: (abort: (error?: Error) => void): void => {
          hasLeft = true;
          onConnect?.call(handler, abort);
        },
        onData: (chunk: Buffer): boolean => {
          parts += 1;
          return onData?.call(handler, chunk) ?? true;
        },
      }),
    );
  });
  return { signal: given.signal, dispatcher: watched };
}
