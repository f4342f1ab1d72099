import {
  type FileFailure,
  type FileLimits,
  FileUnreadable,
  readAllBytes,
} from '../core/adapter/file-access.ts';
import { noAnswerReason } from '../core/network/no-answer.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import { httpGet } from './http-get.ts';

/** Time limit for a whole file; the largest take seconds. */
const TIMEOUT_MS = 60_000;
/** What a status says about the file; any other one is `failed`. An expired URL counts as gone. */
const FAILURE_BY_STATUS: Readonly<Record<number, FileFailure>> = {
  400: 'gone',
  401: 'gone',
  403: 'gone',
  404: 'gone',
  410: 'gone',
  413: 'too-large',
};

interface DownloadOptions {
  readonly limits: FileLimits;
  readonly proxy: OutboundProxy | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Downloads a file of at most `maxBytes`. `httpGet` follows no redirects, and no error contains the
 * URL, which may hold a secret.
 * @throws FileUnreadable, or the reason of `limits.signal`
 */
export async function download(
  url: URL,
  { limits, proxy, headers = {} }: DownloadOptions,
): Promise<Uint8Array> {
  const { signal } = limits;
  try {
    const signalWithTimeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return await httpGet(url, { proxy, headers, signal: signalWithTimeout }, (response) =>
      bytesOf(response, limits),
    );
  } catch (error) {
    // The caller's own reason comes first.
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw error;
    const reason = noAnswerReason(error, TIMEOUT_MS);
    // The cause is left out, since it may contain the URL.
    throw new FileUnreadable('failed', `the server did not send it (${reason})`);
  }
}

async function bytesOf({ ok, status, body }: Response, limits: FileLimits): Promise<Uint8Array> {
  if (ok) return readAllBytes(body, limits);
  await body?.cancel();
  throw new FileUnreadable(FAILURE_BY_STATUS[status] ?? 'failed', `the server said ${status}`);
}
