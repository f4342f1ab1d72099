import { once } from 'node:events';
import { Agent, type AgentOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type * as undici from 'undici';
import { type FileFailure, type FileLimits, FileUnreadable } from '../core/adapter/file-access.ts';
import { ConnectionFailed, isTimeout, whyUnreachable } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import type { OutboundProxy } from '../core/outbound-proxy.ts';
import { readWithin } from '../core/read-within.ts';

const ASK_TIMEOUT_MS = 10_000;
/** Time limit for a whole file; the largest take seconds. */
const DOWNLOAD_TIMEOUT_MS = 60_000;
/** By the status: the file is missing, or its signed URL has expired. */
const FAILURES: Readonly<Record<number, FileFailure>> = {
  400: 'gone',
  401: 'gone',
  403: 'gone',
  404: 'gone',
  410: 'gone',
  413: 'too-large',
};

/**
 * Sends a GET. Resolves with the JSON of the body; undefined if there is none. Rejects with
 * `ConnectionFailed` if no whole answer comes.
 */
export type GetJson = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** @param proxy used for the URLs it applies to */
export function createGetJson(proxy: OutboundProxy | undefined): GetJson {
  return async (url, headers = {}) => {
    try {
      const call = await fetchFor(new URL(url), proxy);
      const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
      const response = await call(url, { headers, redirect: 'error', signal });
      return { status: response.status, body: parseJson(await response.text()) };
    } catch (error) {
      throw new ConnectionFailed(
        isTimeout(error) ? `no answer within ${ASK_TIMEOUT_MS / 1_000} s` : whyUnreachable(error),
      );
    }
  };
}

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
  const { maxBytes, signal } = limits;
  try {
    const call = await fetchFor(url, proxy);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]);
    const response = await call(url, { headers, redirect: 'error', signal: limit });
    if (response.ok) return await readBody(response, maxBytes);
    await response.body?.cancel();
    throw new FileUnreadable(
      FAILURES[response.status] ?? 'failed',
      `the server said ${response.status}`,
    );
  } catch (error) {
    signal.throwIfAborted();
    // Without the cause, which may contain the URL.
    throw error instanceof FileUnreadable
      ? error
      : new FileUnreadable('failed', `no connection (${whyUnreachable(error)})`);
  }
}

async function readBody({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const bytes = await readWithin(maxBytes, body);
  if (bytes === undefined) {
    throw new FileUnreadable('too-large', `it has more than ${maxBytes} bytes`);
  }
  return bytes;
}

/** For libraries that use Node's `https`. */
export function agentThrough(proxy: OutboundProxy, options: AgentOptions): Agent {
  const createConnection: Agent['createConnection'] = ({ host, port }, done) => {
    connect(proxy, host, port).then(
      (socket) => done?.(null, socket),
      (error) => done?.(error, undefined as never),
    );
    return undefined;
  };
  return Object.assign(new Agent(options), { createConnection });
}

/** One for each proxy: an agent that nobody closes keeps its sockets. */
const dispatchers = new WeakMap<OutboundProxy, Promise<undici.Dispatcher>>();

/** For libraries that use undici. It keeps connections open as undici does. */
export function dispatcherThrough(proxy: OutboundProxy): Promise<undici.Dispatcher> {
  const dispatcher = dispatchers.get(proxy) ?? createDispatcher(proxy);
  dispatchers.set(proxy, dispatcher);
  return dispatcher;
}

async function createDispatcher(proxy: OutboundProxy): Promise<undici.Dispatcher> {
  const { Agent: UndiciAgent } = await import('undici');
  return new UndiciAgent({
    connect: async ({ hostname, port }, done) => {
      try {
        const socket = await connect(proxy, hostname, port);
        await once(socket, 'secureConnect');
        done(null, socket);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), null);
      }
    },
  });
}

function connect(proxy: OutboundProxy, host: unknown, port: unknown): Promise<TLSSocket> {
  return proxy.connect(String(host ?? ''), Number(port) || 443);
}

async function fetchFor(url: URL, proxy: OutboundProxy | undefined): Promise<typeof fetch> {
  if (proxy?.appliesTo(url) !== true) return fetch;
  // `fetch` of the same library as its dispatcher: Node's own may have another version.
  const [library, dispatcher] = await Promise.all([import('undici'), dispatcherThrough(proxy)]);
  return (input, init) => library.fetch(input, { ...init, dispatcher });
}
