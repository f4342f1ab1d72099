import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { type Config, type ConfigResult, parseConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import type { OutboundProxy } from '../core/network.ts';
import type { LookupProvider, ProviderDefinition } from '../provider/contract.ts';
import { DEVICE_IDENTITY } from '../provider/device-identity/definition.ts';
import type { TacTable } from '../tac/table.ts';

/** The service that is asked. */
const PROVIDER: ProviderDefinition = DEVICE_IDENTITY;

/** Reads the settings of the bot with the platforms and the service that it has. */
export function parseSettings(environment: Environment): ConfigResult<ConfiguredPlatform> {
  return parseConfig(environment, PLATFORMS, PROVIDER.limits);
}

/** The service that answers checks. */
export interface Service {
  readonly provider: LookupProvider;
  readonly isSandbox: boolean;
  /** Names the service for the cache. */
  readonly realm: string;
  close(): Promise<void>;
}

type ServiceSettings = Pick<Config, 'service' | 'lookupTimeoutMs' | 'limits'>;

/** The real service within the operator's limits, or the sandbox when none is configured. */
export async function connectService(
  settings: ServiceSettings,
  tacTable: TacTable | undefined,
  proxy: OutboundProxy | undefined,
): Promise<Service> {
  const { service, lookupTimeoutMs: timeoutMs, limits } = settings;
  if (service === undefined) return startEmbedded(settings, tacTable);
  return {
    provider: PROVIDER.connect({ ...service, timeoutMs, limits, proxy }),
    isSandbox: false,
    realm: PROVIDER.realmOf(service.baseUrl),
    // It keeps no connection that would have to be closed.
    close: async () => undefined,
  };
}

async function startEmbedded(
  { lookupTimeoutMs: timeoutMs, limits }: ServiceSettings,
  tacTable: TacTable | undefined,
): Promise<Service> {
  const [{ SANDBOX_KEY }, { startSandbox }] = await Promise.all([
    import('../sandbox/answers/keys.ts'),
    import('../sandbox/server.ts'),
  ]);
  const sandbox = await startSandbox({
    limits,
    ...(tacTable && { lookUpTac: (tac: string) => tacTable.lookUp(tac) }),
  });
  const access = { baseUrl: sandbox.url, apiKey: SANDBOX_KEY };
  return {
    provider: DEVICE_IDENTITY.connect({ ...access, timeoutMs, limits }),
    isSandbox: true,
    realm: 'sandbox',
    close: () => sandbox.close(),
  };
}

export async function openProxy({
  proxy,
}: Pick<Config, 'proxy'>): Promise<OutboundProxy | undefined> {
  if (proxy === undefined) return undefined;
  const { createProxy } = await import('../ops/proxy.ts');
  return createProxy(proxy);
}
