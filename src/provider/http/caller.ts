import type { ProviderSettings } from '../contract.ts';
import type { ServiceResponse } from '../device.ts';
import { exchange, type OutgoingRequest } from './exchange.ts';
import { createKeyMask } from './key-mask.ts';

/** A request without the parts that all calls of a provider share. */
type Call = Omit<OutgoingRequest, 'timeoutMs' | 'mask' | 'proxy'>;

/**
 * Makes the calls of one provider. It does not read responses, but masks the key in case the
 * service repeats it.
 * @param reader the name of its `ResponseReader`, which is stored with its responses
 * @returns a function that makes one request; its errors are those of {@link exchange}
 */
export function createCaller(
  { apiKey, timeoutMs, proxy }: ProviderSettings,
  reader: string,
): (call: Call) => Promise<ServiceResponse> {
  const mask = createKeyMask(apiKey);
  return async (request) => {
    const { httpStatus, bytes } = await exchange({ ...request, timeoutMs, mask, proxy });
    return { httpStatus, body: mask(bytes.toString()), reader };
  };
}
