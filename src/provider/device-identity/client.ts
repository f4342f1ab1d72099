import type { LookupProvider, ProviderSettings } from '../contract.ts';
import { addressIn } from '../http/address.ts';
import { createCaller } from '../http/caller.ts';
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
    check: (imei, canSend) =>
      call(
        multipart({ key, imei }).then(({ type, body }) => ({
          ...{ method: 'POST', url: checkUrl, headers: { ...HEADERS, 'content-type': type }, body },
          canSend,
        })),
      ),
    status: (canSend) => call({ method: 'GET', url: statusUrl, headers: HEADERS, canSend }),
    close,
  };
}

async function multipart(fields: Record<string, string>): Promise<{ type: string; body: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? 'multipart/form-data',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
