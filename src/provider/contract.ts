import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import type { CheckResult, KeyStatus, ServiceResponse } from './device.ts';

/**
 * Whether the call may leave, asked when the connection is open, right before the first byte. Call
 * it once, last of all: true counts the call as sent. If it returns false, nothing is written.
 */
export type CanSend = () => boolean;

/** `canSend` returned false: not a byte was sent, and nothing was paid. */
export class SendVetoed extends Error {
  override readonly name = 'SendVetoed';

  constructor() {
    super('the call was not sent: it was no longer allowed');
  }
}

/** Reads the bodies of a provider, new or stored, without the URL and the key of the provider. */
export interface ResponseReader {
  /** Stored as `ServiceResponse.reader` with each response, so it must never change. */
  readonly name: string;
  /**
   * Reads the response to a check, whatever its HTTP status.
   * @param asked the IMEI that was asked for, if it is known
   * @throws {ServiceFailure} if the body holds no result, or one about another IMEI
   */
  read(response: ServiceResponse, asked?: string): CheckResult;
}

/**
 * A service that knows devices by their IMEI, used with one account. A call makes at most one
 * request. Retries, the cache, the limits and a record of what was sent are up to the caller.
 */
export interface LookupProvider extends ResponseReader {
  /**
   * Asks about an IMEI. Resolves with the body not parsed, so that a paid response is stored
   * before anything can go wrong with it.
   * @throws {ServiceFailure} if no response came
   * @throws {SendVetoed} if `canSend` returned false
   */
  check(imei: string, canSend: CanSend): Promise<ServiceResponse>;
  /**
   * Asks for the status of the key. Resolves as `check`.
   * @throws as {@link check}
   */
  status(canSend: CanSend): Promise<ServiceResponse>;
  /**
   * Reads the response to `status`. Fields that cannot be read are left out.
   * @throws {ServiceFailure} if the body holds no status
   */
  readStatus(response: ServiceResponse): KeyStatus;
}

/** The URL of a provider, and an account there. */
export interface ProviderSettings {
  /** `http:` or `https:`, with or without a path and a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Time limit of a call, from connecting to the end of the response. */
  readonly timeoutMs: number;
  /** The operator's proxy, if there is one. */
  readonly proxy?: OutboundProxy | undefined;
}

/** A provider: its reader, its limits, and how to get a client. */
export interface ProviderDefinition extends ResponseReader {
  /** Limits of the service; the operator may set less. */
  readonly limits: ServiceLimits;
  /** @throws {TypeError} if the base URL is not an HTTP URL */
  createClient(settings: ProviderSettings): LookupProvider;
  /** The name under which the cache stores this service's answers, however its URL is written. */
  realmOf(baseUrl: string): string;
}
