import type { LookupProvider, ProviderDefinition, ProviderSettings } from '../contract.ts';
import { addressIn, createCaller, multipart, realmOf } from '../http/caller.ts';
import { READER, readKeyStatus } from './read.ts';

const HEADERS = { 'cache-control': 'no-cache', 'accept-encoding': 'identity', 'user-agent': 'imei-bot' };

/** The device-identity service: the interface of sections 4.1 and 4.2. */
export const DEVICE_IDENTITY: ProviderDefinition = {
  ...READER,
  // Section 8: at most 4 at the same time, and under 20 a minute.
  limits: { concurrent: 4, perWindow: 19, windowMs: 60_000 },
  connect: createServiceClient,
  realmOf,
};

/**
 * The two calls of the service's interface (sections 4.1 and 4.2).
 * @throws {TypeError} if the base address is not one of HTTP
 */
function createServiceClient(settings: ProviderSettings): LookupProvider {
  const { baseUrl, apiKey: key, limits } = settings;
  const checkUrl = addressIn(baseUrl, '/api/checkimei/');
  const statusUrl = addressIn(baseUrl, '/api/status');
  statusUrl.search = new URLSearchParams({ key }).toString();
  const call = createCaller(settings, READER.name);
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
  };
}
