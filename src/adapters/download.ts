import {
  type FileFailure,
  type FileLimits,
  FileUnreadable,
  readAllBytes,
} from '../core/adapter/file-access.ts';
import { noAnswerReason } from '../core/errors.ts';
import type { OutboundProxy } from '../core/outbound-proxy.ts';
import { untilAborted } from '../core/promises.ts';
import { fetchFor } from './proxy-agents.ts';

/** Time limit for a whole file; the largest take seconds. */
const TIMEOUT_MS = 60_000;
/** The file is missing, or its signed URL has expired; any other status is `failed`. */
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
 * contains the URL, which may hold a secret. Throws `FileUnreadable`, or the signal's reason if
 * it is aborted.
 */
export async function download(
  url: URL,
  { limits, proxy, headers = {} }: DownloadOptions,
): Promise<Uint8Array> {
  const { signal } = limits;
  try {
    const call = await fetchFor(url, proxy);
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await call(url, { headers, redirect: 'error', signal: giveUp });
    // Until aborted: on Node 20, fetch forgets its signal once the garbage is collected.
    if (response.ok) return await untilAborted(readAllBytes(response.body, limits), giveUp);
    await response.body?.cancel();
    throw new FileUnreadable(
      FAILURE_BY_STATUS[response.status] ?? 'failed',
      `the server said ${response.status}`,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw error;
    const reason = noAnswerReason(error, TIMEOUT_MS);
    // Without the cause, which may contain the URL.
    throw new FileUnreadable('failed', `the server did not send it (${reason})`);
  }
}
