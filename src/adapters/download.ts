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
/** The statuses of a missing file or an expired URL. Any other status is `failed`. */
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
 * Downloads a file with at most `maxBytes` in memory. Redirects are not followed, and no error
 * contains the URL, which may hold a secret.
 * @throws FileUnreadable, the reason of the signal
 */
export async function download(
  url: URL,
  { limits, proxy, headers = {} }: DownloadOptions,
): Promise<Uint8Array> {
  const { signal } = limits;
  try {
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return await httpGet(url, { proxy, headers, signal: giveUp }, (response) =>
      readFile(response, limits),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw error;
    const reason = noAnswerReason(error, TIMEOUT_MS);
    // The cause is left out, since it may contain the URL.
    throw new FileUnreadable('failed', `the server did not send it (${reason})`);
  }
}

async function readFile({ ok, status, body }: Response, limits: FileLimits): Promise<Uint8Array> {
  if (ok) return readAllBytes(body, limits);
  await body?.cancel();
  throw new FileUnreadable(FAILURE_BY_STATUS[status] ?? 'failed', `the server said ${status}`);
}
