import type { LookupProvider, ProviderSettings } from '../contract.ts';
import { addressIn } from '../http/address.ts';
import { createCaller } from '../http/caller.ts';
import { multipart } from '../http/multipart.ts';
import { READER, readKeyStatus } from './read.ts';

const HEADERS = { 'cache-control': 'no-cache', 'accept-encoding': 'identity', 'user-agent': 'imei-bot' };

/**
 * The two calls of the service's interface (sections 4.1 and 4.2).
 * @throws {TypeError} if the base address is not one of HTTP
 */
export function createServiceClient(settings: ProviderSettings): LookupProvider {
  const { baseUrl, apiKey: key, limits } = settings;
  const checkUrl = addressIn(baseUrl, '/api/checkimei/');
  const statusUrl = addressIn(baseUrl, '/api/status');
  statusUrl.search = new URLSearchParams({ key }).toString();
  const { call, close } = createCaller(settings, READER.name);
  return {
    ...READER,
    readStatus: readKeyStatus,
    limits,
    check: (imei, canSend) => {
      const { type, body } = multipart({ key, imei });
      const headers = { ...HEADERS, 'content-type': type };
      return call({ method: 'POST', url: checkUrl, headers, body, canSend });
    },
    status: (canSend) => call({ method: 'GET', url: statusUrl, headers: HEADERS, canSend }),
    close,
  };
}
