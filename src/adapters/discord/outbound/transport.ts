import type { RESTOptions } from '@discordjs/rest';
import { codeOf } from '../../../core/errors/system.ts';
import { faultOf } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import { DefaultRestOptions } from '../sdk.ts';

type MakeRequest = RESTOptions['makeRequest'];

/** Errors of a connection closed by the other side, possibly while idle. */
const CLOSED_BY_THEM: readonly unknown[] = ['UND_ERR_SOCKET', 'EPIPE'];

/**
 * Makes one attempt of a call for the library and reports its failure, also if the library retries silently. Maps an orderly
 * close to `ECONNRESET`, for which alone the library retries.
 */
export function createTransport(report: ReportIncident): MakeRequest {
  return async (url, init) => {
    try {
      const response = await DefaultRestOptions.makeRequest(url, init);
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
