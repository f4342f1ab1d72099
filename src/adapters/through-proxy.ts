import { once } from 'node:events';
import { Agent, type AgentOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type * as undici from 'undici';
import type { OutboundProxy } from '../core/network.ts';

const HTTPS_PORT = 443;

/** Where a library wants to be connected to. */
interface TargetAddress {
  readonly host?: string | null | undefined;
  readonly port?: number | string | null | undefined;
}

/** For libraries that call by Node's own `https`. */
export function agentThrough(proxy: OutboundProxy, kept: AgentOptions): Agent {
  const createConnection = (
    target: TargetAddress,
    done: (error: unknown, socket?: TLSSocket) => void,
  ): void => {
    connect(proxy, target).then((socket) => done(null, socket), done);
  };
  return Object.assign(new Agent(kept), { createConnection });
}

/** For libraries that call by undici. It keeps connections as undici does by itself. */
export async function dispatcherThrough(proxy: OutboundProxy): Promise<undici.Dispatcher> {
  const { Agent: UndiciAgent } = await import('undici');
  return new UndiciAgent({
    connect: ({ hostname, port }, done) => {
      connectSecurely(proxy, { host: hostname, port }).then(
        (socket) => done(null, socket),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  });
}

/** `fetch` through the proxy: of the same library as its dispatcher, since Node's own may be of another version. */
export async function fetchThrough(proxy: OutboundProxy): Promise<typeof fetch> {
  const [{ fetch: undiciFetch }, dispatcher] = await Promise.all([
    import('undici'),
    dispatcherThrough(proxy),
  ]);
  return (input, init) => undiciFetch(input, { ...init, dispatcher });
}

function connect(proxy: OutboundProxy, { host, port }: TargetAddress): Promise<TLSSocket> {
  return proxy.connect(host ?? '', Number(port) || HTTPS_PORT);
}

async function connectSecurely(proxy: OutboundProxy, target: TargetAddress): Promise<TLSSocket> {
  const socket = await connect(proxy, target);
  await once(socket, 'secureConnect');
  return socket;
}
