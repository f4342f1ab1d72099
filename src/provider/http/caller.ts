import type { ProviderSettings } from '../contract.ts';
import type { RawAnswer } from '../device.ts';
import { ServiceFailure } from '../errors.ts';
import { exchange, type OutgoingRequest } from './exchange.ts';
import type { Incoming } from './receive.ts';
import { isRefusal } from './refusals.ts';

/** Shorter keys are no secret, and masking them would damage other words and numbers. */
const SHORTEST_SECRET = 6;

const MASK = '[key]';

/** A request, but for what is the same for all of a provider's. */
export type Call = Omit<OutgoingRequest, 'timeoutMs' | 'mask' | 'proxy'>;

/** Makes the calls of one provider. */
export interface Caller {
  /**
   * Makes one request. Nothing is read from the answer; only the key is taken out, should the service repeat it.
   * @throws {ServiceFailure} if no answer came that is text
   * @throws {SendVetoed} if `canSend` returned false
   */
  call(request: Call): Promise<RawAnswer>;
  /** Resolves when the calls under way have ended. */
  close(): Promise<void>;
}

/** @param reader the name of the provider, which is stored with its answers */
export function createCaller(
  { apiKey, timeoutMs, proxy }: Pick<ProviderSettings, 'apiKey' | 'timeoutMs' | 'proxy'>,
  reader: string,
): Caller {
  const mask = createKeyMask(apiKey);
  const underWay = new Set<Promise<RawAnswer>>();
  const answerTo = async (request: Call): Promise<RawAnswer> => {
    const incoming = await exchange({ ...request, timeoutMs, mask, proxy });
    return { httpStatus: incoming.httpStatus, body: mask(decode(incoming)), reader };
  };
  return {
    call: (request) => {
      const answer = answerTo(request).finally(() => underWay.delete(answer));
      underWay.add(answer);
      return answer;
    },
    close: async () => {
      await Promise.allSettled(underWay);
    },
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

/**
 * A function that takes an API key out of a text, in every form in which HTTP and JSON may give it back: as it is,
 * percent-encoded (in a query or a form), and escaped in a JSON string (also with PHP's `\/`).
 */
export function createKeyMask(apiKey: string): (text: string) => string {
  if (apiKey.length < SHORTEST_SECRET) return (text) => text;
  const escaped = JSON.stringify(apiKey).slice(1, -1);
  const inQuery = new URLSearchParams({ '': apiKey }).toString().slice(1);
  const forms = [
    apiKey,
    escaped,
    escaped.replaceAll('/', String.raw`\/`),
    inQuery,
    inQuery.replaceAll('+', '%20'),
  ];
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}
