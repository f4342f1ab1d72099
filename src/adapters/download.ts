import { type FileLimits, FileUnreadable } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { OutboundProxy } from '../core/network.ts';
import { fetchThrough } from './through-proxy.ts';

/** Time limit for a whole file; the largest take seconds. */
const TIMEOUT_MS = 60_000;
/** Pauses before a failed download is repeated. */
const PAUSES_MS = [1_000, 3_000];
/** Status codes of servers for a missing file or an expired signed address. */
const GONE: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);
const TOO_LARGE = 413;

/**
 * Downloads a file with at most `maxBytes` in memory. Redirects are not followed, and no error contains the address, which
 * may hold a secret. Throws `FileUnreadable`, or the signal's reason if it is aborted.
 */
export async function download(
  url: URL,
  limits: FileLimits,
  { clock, proxy }: { readonly clock: Clock; readonly proxy?: OutboundProxy | undefined },
): Promise<Uint8Array> {
  const get = proxy?.takes(url) ? await fetchThrough(proxy) : fetch;
  for (let tries = 0; ; tries += 1) {
    try {
      return await downloadOnce(get, url, limits);
    } catch (error) {
      limits.signal.throwIfAborted();
      // Without the cause, which may contain the address.
      const trouble = error instanceof FileUnreadable ? error : new FileUnreadable('failed', 'no connection');
      const pauseMs = PAUSES_MS[tries];
      if (trouble.why !== 'failed' || pauseMs === undefined) throw trouble;
      await clock.sleep(pauseMs, limits.signal);
    }
  }
}

async function downloadOnce(
  get: typeof fetch,
  url: URL,
  { maxBytes, signal }: FileLimits,
): Promise<Uint8Array> {
  const response = await get(url, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new FileUnreadable(whyOf(response.status), `the server said ${response.status}`);
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Counted as it comes, since a server can say any length. Leaving the loop cancels the stream.
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > maxBytes) throw new FileUnreadable('too-large', `it has more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function whyOf(status: number): FileUnreadable['why'] {
  if (status === TOO_LARGE) return 'too-large';
  return GONE.has(status) ? 'gone' : 'failed';
}
