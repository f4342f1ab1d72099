import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { type Config, type ConfigResult, parseConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import type { OutboundProxy } from '../core/network.ts';
import type { LookupProvider, ProviderDefinition } from '../provider/contract.ts';
import { DEVICE_IDENTITY } from '../provider/device-identity/definition.ts';
import type { TacTable } from '../tac/table.ts';

/** The first one is asked; each of them reads what it has left in the store. */
export const PROVIDERS: readonly [ProviderDefinition, ...ProviderDefinition[]] = [DEVICE_IDENTITY];

/** Reads the settings of the bot with the platforms and the service that it has. */
export function parseSettings(environment: Environment): ConfigResult<ConfiguredPlatform> {
  const [{ limits }] = PROVIDERS;
  return parseConfig(environment, PLATFORMS, limits);
}

/** The service that is asked. */
export interface Service {
  readonly provider: LookupProvider;
  readonly isSandbox: boolean;
  /** Names the service for the cache. */
  readonly realm: string;
  close(): Promise<void>;
}

/** The real service within the operator's limits, or the embedded sandbox when none is configured. */
export async function connectService(
  { service, lookupTimeoutMs: timeoutMs, limits }: Pick<Config, 'service' | 'lookupTimeoutMs' | 'limits'>,
  tacTable: TacTable | undefined,
  proxy: OutboundProxy | undefined,
): Promise<Service> {
  if (service !== undefined) {
    const [{ connect, realmOf }] = PROVIDERS;
    const provider = connect({ ...service, timeoutMs, limits, proxy });
    return { provider, isSandbox: false, realm: realmOf(service.baseUrl), close: async () => undefined };
  }
  // Loaded only if it is used, and with it the HTTP server's library.
  const [{ SANDBOX_KEY }, { startSandbox }] = await Promise.all([
    import('../sandbox/answers/keys.ts'),
    import('../sandbox/server.ts'),
  ]);
  const sandbox = await startSandbox({ limits, ...(tacTable && { lookUpTac: tacTable.lookUp }) });
  const access = { baseUrl: sandbox.url, apiKey: SANDBOX_KEY };
  const provider = DEVICE_IDENTITY.connect({ ...access, timeoutMs, limits });
  return { provider, isSandbox: true, realm: 'sandbox', close: sandbox.close };
}

/** The operator's proxy; undefined without one. */
export async function openProxy({ proxy }: Pick<Config, 'proxy'>): Promise<OutboundProxy | undefined> {
  if (proxy === undefined) return undefined;
  // Loaded only where it is used.
  const { createProxy } = await import('../ops/proxy.ts');
  return createProxy(proxy);
}
