import type { Config } from '../config/config.ts';
import type { OutboundProxy } from '../core/network.ts';
import type { Log } from '../ops/log/log.ts';
import type { AnswerReader, LookupProvider, ProviderDefinition } from '../provider/contract.ts';
import { DEVICE_IDENTITY } from '../provider/device-identity/definition.ts';
import type { TacTable } from '../tac/table.ts';

/** The first one is asked; each of them reads what it has left in the store. */
export const PROVIDERS: readonly [ProviderDefinition, ...ProviderDefinition[]] = [DEVICE_IDENTITY];

/** The service that is asked. */
export interface Service {
  readonly provider: LookupProvider;
  /** Read the answers that are stored. */
  readonly readers: readonly AnswerReader[];
  readonly isSandbox: boolean;
  /** Names the service for the cache. */
  readonly realm: string;
  close(): Promise<void>;
}

/** The real service within the operator's limits, or the embedded sandbox when none is configured. */
export async function connectService(
  { service, lookupTimeoutMs, limits }: Pick<Config, 'service' | 'lookupTimeoutMs' | 'limits'>,
  tacTable: TacTable | undefined,
  proxy: OutboundProxy | undefined,
): Promise<Service> {
  if (service !== undefined) {
    const [{ connect, realmOf }] = PROVIDERS;
    const provider = connect({ ...service, timeoutMs: lookupTimeoutMs, limits, proxy });
    return {
      provider,
      readers: PROVIDERS,
      isSandbox: false,
      realm: realmOf(service.baseUrl),
      close: async () => undefined,
    };
  }
  // Loaded only if it is used, and with it the HTTP server's library.
  const [{ SANDBOX_KEY }, { startSandbox }] = await Promise.all([
    import('../sandbox/answers/keys.ts'),
    import('../sandbox/server.ts'),
  ]);
  const sandbox = await startSandbox({
    limits,
    ...(tacTable && { lookUpTac: tacTable.lookUp }),
  });
  return {
    provider: DEVICE_IDENTITY.connect({
      baseUrl: sandbox.url,
      apiKey: SANDBOX_KEY,
      timeoutMs: lookupTimeoutMs,
      limits,
    }),
    readers: PROVIDERS,
    isSandbox: true,
    realm: 'sandbox',
    close: () => sandbox.close(),
  };
}

/** The operator's proxy; undefined without one. */
export async function openProxy(
  { proxy }: Pick<Config, 'proxy'>,
  log: Log,
): Promise<OutboundProxy | undefined> {
  if (proxy === undefined) return undefined;
  // Loaded only where it is used.
  const { createProxy } = await import('../ops/proxy.ts');
  let trouble: string | undefined;
  return createProxy({
    ...proxy,
    onTried: (failure) => {
      // Said once, and not with each of the attempts.
      if (failure === trouble) return;
      trouble = failure;
      if (failure === undefined) log.info('HTTPS_PROXY opens the way again');
      else log.warn({ reason: failure }, 'HTTPS_PROXY does not open the way: please look at its address');
    },
  });
}
