import type { OutboundProxy } from '../core/network.ts';
import type { CheckAnswer, KeyStatus, RawAnswer } from './device.ts';

/** Called when the connection is open, right before the first byte; with false nothing is written. */
export type CanSend = () => boolean;

/** `canSend` returned false when the connection was open: not a byte was sent, and nothing was paid. */
export class SendVetoed extends Error {
  override readonly name = 'SendVetoed';
}

/** What a provider lets through before it blocks: the limiter never exceeds any of these. */
export interface ProviderLimits {
  /** Requests in flight at the same time. */
  readonly concurrent: number;
  /** Requests that may arrive in any rolling window. */
  readonly perWindow: number;
  readonly windowMs: number;
}

/** Makes sense of the bodies of one provider, fresh or stored; needs neither its address nor its key. */
export interface AnswerReader {
  /** Stored as `RawAnswer.reader` with each answer, so it must never change. */
  readonly name: string;
  /**
   * Reads the answer to a check, whatever its HTTP status.
   * @throws {ServiceFailure} if the body holds no answer
   */
  read(raw: RawAnswer): CheckAnswer;
}

/**
 * A service that knows devices by their IMEI, as one of its accounts. A call is at most one request: retries, the cache,
 * the limits and the record of what was sent are the caller's.
 *
 * `check` and `status` reject with `ServiceFailure` if no answer came that is text, and with `SendVetoed` if `canSend`
 * returned false. They return the body unread, so that what was paid for is stored before anything can go wrong with it.
 */
export interface LookupProvider extends AnswerReader {
  check(imei: string, canSend: CanSend): Promise<RawAnswer>;
  status(canSend: CanSend): Promise<RawAnswer>;
  /**
   * Reads the answer to `status`. Fields that cannot be read are left out.
   * @throws {ServiceFailure} if the body holds no status
   */
  readStatus(raw: RawAnswer): KeyStatus;
  readonly limits: ProviderLimits;
}

/** The address of a provider, and the account there. */
export interface ProviderSettings {
  /** `http:` or `https:`, with or without a path and a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** For a whole answer, in milliseconds. */
  readonly timeoutMs: number;
  /** The operator's proxy, if there is one. */
  readonly proxy?: OutboundProxy | undefined;
  /** The provider's own limits, or less where the operator wants less. */
  readonly limits: ProviderLimits;
}

/** All that `bot/` needs of a provider's folder: an entry of its list of providers. */
export interface ProviderDefinition extends AnswerReader {
  /** What the service lets through, unless the operator allows less. */
  readonly limits: ProviderLimits;
  /** @throws {TypeError} if the base address is not one of HTTP */
  connect(settings: ProviderSettings): LookupProvider;
  /** Names the service at a base address for the cache: the same for all ways to write the address. */
  realmOf(baseUrl: string): string;
}

/** Reads an answer with the provider that brought it. @throws {ServiceFailure} if it holds none */
export type ReadAnswer = (raw: RawAnswer) => CheckAnswer;

/** This version lacks the provider of an answer. The answer itself may be fine. */
class UnknownReader extends Error {
  override readonly name = 'ReaderUnknown';
}

/** @throws {UnknownReader} from the returned function, for an answer of a provider that is not among the readers */
export function readWith(readers: readonly AnswerReader[]): ReadAnswer {
  const byName = new Map(readers.map((reader) => [reader.name, reader]));
  return (raw) => {
    const reader = byName.get(raw.reader);
    if (reader === undefined) throw new UnknownReader(`no provider ${raw.reader} to read an answer`);
    return reader.read(raw);
  };
}
