import type { RESTOptions } from 'discord.js';
import { faultOf } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import { DefaultRestOptions } from '../sdk.ts';

type MakeRequest = RESTOptions['makeRequest'];

/** The errors of a connection that the other side has closed, perhaps while nothing went over it. */
const CLOSED_BY_THEM: readonly unknown[] = ['UND_ERR_SOCKET', 'EPIPE'];

/**
 * One attempt of a call, as the library makes it; what goes wrong on the way is told here, also where the library
 * tries again in silence. It does so for `ECONNRESET` but not for a connection that was closed in good order, which
 * means the same for us.
 */
export function createTransport(report: ReportIncident): MakeRequest {
  return async (url, init) => {
    try {
      const response = await DefaultRestOptions.makeRequest(url, init);
      const { status, headers } = response;
      if (status >= 500) report('server-error', { status });
      // The address holds tokens, so it is not told.
      if (status === 429) report('rate-limited', { global: headers.get('x-ratelimit-global') === 'true' });
      return response;
    } catch (error) {
      const fault = faultOf(error);
      report(fault.code, { reason: fault.message });
      throw error instanceof Error && 'code' in error && CLOSED_BY_THEM.includes(error.code)
        ? Object.assign(new Error('ECONNRESET', { cause: error }), { code: 'ECONNRESET' })
        : error;
    }
  };
}
