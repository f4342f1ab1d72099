import type { RawAnswer } from '../device.ts';
import { ServiceFailure } from '../errors.ts';
import { addressIn } from './address.ts';
import { type CanSend, exchange, type OutgoingRequest } from './exchange.ts';
import { createKeyMask } from './key-mask.ts';
import type { Incoming } from './receive.ts';
import { isRefusal } from './refusals.ts';

export interface ServiceSettings {
  /** `http:` or `https:`, with or without a path and a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** For a whole answer, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * The two calls of the service's interface (sections 4.1 and 4.2). One call is at most one request: no retry, no
 * cache, no limit. Answers come before anything is read from them, so that what was paid for can be stored first;
 * only the key is taken out, should the service repeat it.
 *
 * Both throw `ServiceFailure` when no answer came that is text, or the signal's reason when it is aborted; `NotLeft`
 * when `canSend`, asked right before the first byte, says no.
 */
export interface ServiceClient {
  checkImei(imei: string, signal: AbortSignal, canSend?: CanSend): Promise<RawAnswer>;
  keyStatus(signal: AbortSignal, canSend?: CanSend): Promise<RawAnswer>;
  /** Resolves when the calls under way have ended, which takes at most the time-out. */
  close(): Promise<void>;
}

const HEADERS = { 'cache-control': 'no-cache', 'accept-encoding': 'identity', 'user-agent': 'imei-bot' };

const always: CanSend = () => true;

/** @throws {TypeError} when the base address is not one of HTTP */
export function createServiceClient({ baseUrl, apiKey, timeoutMs }: ServiceSettings): ServiceClient {
  const checkUrl = addressIn(baseUrl, '/api/checkimei/');
  const statusUrl = addressIn(baseUrl, '/api/status');
  statusUrl.search = new URLSearchParams({ key: apiKey }).toString();
  const mask = createKeyMask(apiKey);
  const underWay = new Set<Promise<RawAnswer>>();

  const call = async (
    outgoing: Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body' | 'canSend'>,
    signal: AbortSignal,
  ): Promise<RawAnswer> => {
    const incoming = await exchange({ ...outgoing, timeoutMs, mask }, signal);
    return { httpStatus: incoming.httpStatus, body: mask(decode(incoming)) };
  };
  const track = (answer: Promise<RawAnswer>): Promise<RawAnswer> => {
    const tracked = answer.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  };
  const check = async (imei: string, signal: AbortSignal, canSend: CanSend): Promise<RawAnswer> => {
    const { type, body } = await multipart({ key: apiKey, imei });
    return call(
      {
        method: 'POST',
        url: checkUrl,
        headers: { ...HEADERS, 'content-type': type },
        body,
        canSend: canSend,
      },
      signal,
    );
  };

  return {
    checkImei: (imei, signal, canSend = always) => track(check(imei, signal, canSend)),
    keyStatus: (signal, canSend = always) =>
      track(call({ method: 'GET', url: statusUrl, headers: HEADERS, canSend: canSend }, signal)),
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
