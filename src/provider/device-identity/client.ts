import type { CanSend, LookupProvider, ProviderLimits, ProviderSettings } from '../contract.ts';
import type { RawAnswer } from '../device.ts';
import { ServiceFailure } from '../errors.ts';
import { addressIn } from './address.ts';
import { exchange, type OutgoingRequest } from './exchange.ts';
import { createKeyMask } from './key-mask.ts';
import { READER, readKeyStatus } from './read.ts';
import type { Incoming } from './receive.ts';
import { isRefusal } from './refusals.ts';

/** Section 8: at most 4 at the same time, and under 20 a minute. */
const INTERFACE_LIMITS: ProviderLimits = { concurrent: 4, perWindow: 19, windowMs: 60_000 };

const HEADERS = { 'cache-control': 'no-cache', 'accept-encoding': 'identity', 'user-agent': 'imei-bot' };

/**
 * The two calls of the service's interface (sections 4.1 and 4.2). Nothing is read from the answers; only the key is
 * taken out, should the service repeat it.
 * @throws {TypeError} if the base address is not one of HTTP
 */
export function createServiceClient({
  baseUrl,
  apiKey,
  timeoutMs,
  proxy,
  limits = INTERFACE_LIMITS,
}: ProviderSettings): LookupProvider {
  const checkUrl = addressIn(baseUrl, '/api/checkimei/');
  const statusUrl = addressIn(baseUrl, '/api/status');
  statusUrl.search = new URLSearchParams({ key: apiKey }).toString();
  const mask = createKeyMask(apiKey);
  const underWay = new Set<Promise<RawAnswer>>();

  const call = async (
    outgoing: Omit<OutgoingRequest, 'timeoutMs' | 'mask' | 'proxy'>,
  ): Promise<RawAnswer> => {
    const incoming = await exchange({ ...outgoing, timeoutMs, mask, proxy });
    return { httpStatus: incoming.httpStatus, body: mask(decode(incoming)), reader: READER.name };
  };
  const track = (answer: Promise<RawAnswer>): Promise<RawAnswer> => {
    const tracked = answer.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  };
  const check = async (imei: string, canSend: CanSend): Promise<RawAnswer> => {
    const { type, body } = await multipart({ key: apiKey, imei });
    const headers = { ...HEADERS, 'content-type': type };
    return call({ method: 'POST', url: checkUrl, headers, body, canSend });
  };

  return {
    ...READER,
    readStatus: readKeyStatus,
    limits,
    check: (imei, canSend) => track(check(imei, canSend)),
    status: (canSend) => track(call({ method: 'GET', url: statusUrl, headers: HEADERS, canSend })),
    close: async () => {
      await Promise.allSettled(underWay);
    },
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

function decode({ httpStatus, bytes }: Incoming): string {
  try {
    // Where the status says enough, the page is only quoted.
    return new TextDecoder('utf-8', { fatal: !isRefusal(httpStatus) }).decode(bytes);
  } catch {
    // Its error tells no more than this.
    if (httpStatus >= 500) throw new ServiceFailure('server-error', { httpStatus });
    throw new ServiceFailure('unreadable', { httpStatus, instead: 'not-utf8' });
  }
}
