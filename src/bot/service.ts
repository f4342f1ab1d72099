import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { type Config, type ConfigResult, parseConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import type { OutboundProxy } from '../core/network.ts';
import type { ProviderDefinition } from '../provider/contract.ts';
import { DEVICE_IDENTITY } from '../provider/device-identity/definition.ts';
import type { TacTable } from '../tac/table.ts';

/** The service that is asked. */
const PROVIDER: ProviderDefinition = DEVICE_IDENTITY;

/** Reads the settings of the bot with the platforms and the service that it has. */
export function parseSettings(environment: Environment): ConfigResult<ConfiguredPlatform> {
  return parseConfig(environment, PLATFORMS, PROVIDER.limits);
}

export type Service = Awaited<ReturnType<typeof connectService>>;

/**
 * The real service within the operator's limits, or the embedded sandbox when none is configured.
 * `realm` names it for the cache.
 */
export async function connectService(
  {
    service,
    lookupTimeoutMs: timeoutMs,
    limits,
  }: Pick<Config, 'service' | 'lookupTimeoutMs' | 'limits'>,
  tacTable: TacTable | undefined,
  proxy: OutboundProxy | undefined,
) {
  if (service !== undefined) {
    const provider = PROVIDER.connect({ ...service, timeoutMs, limits, proxy });
    return {
      provider,
      isSandbox: false,
      realm: PROVIDER.realmOf(service.baseUrl),
      close: async () => undefined,
    };
  }
  const [{ SANDBOX_KEY }, { startSandbox }] = await Promise.all([
    import('../sandbox/answers/keys.ts'),
    import('../sandbox/server.ts'),
  ]);
  const sandbox = await startSandbox({
    limits,
    ...(tacTable && { lookUpTac: (tac: string) => tacTable.lookUp(tac) }),
  });
  const access = { baseUrl: sandbox.url, apiKey: SANDBOX_KEY };
  const provider = DEVICE_IDENTITY.connect({ ...access, timeoutMs, limits });
  return { provider, isSandbox: true, realm: 'sandbox', close: () => sandbox.close() };
}

export async function openProxy({
  proxy,
}: Pick<Config, 'proxy'>): Promise<OutboundProxy | undefined> {
  if (proxy === undefined) return undefined;
  const { createProxy } = await import('../ops/proxy.ts');
  return createProxy(proxy);
}
