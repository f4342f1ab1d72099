import type { Config } from '../config/config.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import type { LookupProvider, ProviderDefinition } from '../provider/contract.ts';
import { DEVICE_IDENTITY } from '../provider/device-identity/definition.ts';
import type { TacTable } from '../tac/table.ts';

/** The provider whose service the bot asks. docs/recipes.md has a recipe for another provider. */
export const PROVIDER: ProviderDefinition = DEVICE_IDENTITY;

/** The service that answers the checks of a run: that of the provider, or the sandbox. */
export interface Service {
  readonly provider: LookupProvider;
  readonly isSandbox: boolean;
  /** Names the service for the cache: answers of another service are not used. */
  readonly realm: string;
  close(): Promise<void>;
}

type ServiceSettings = Pick<Config, 'service' | 'lookupTimeoutMs' | 'limits'>;

/** Connects with the configured service. If none is configured, starts the sandbox instead. */
export async function connectService(
  settings: ServiceSettings,
  tacTable: TacTable | undefined,
  proxy: OutboundProxy | undefined,
): Promise<Service> {
  const { service, lookupTimeoutMs: timeoutMs } = settings;
  if (service === undefined) return startSandboxService(settings, tacTable);
  return {
    provider: PROVIDER.createClient({ ...service, timeoutMs, proxy }),
    isSandbox: false,
    realm: PROVIDER.realmOf(service.baseUrl),
    // It keeps no connection that would have to be closed.
    close: async () => undefined,
  };
}

/**
 * The sandbox speaks the protocol of Device Identity, whatever the provider is. It is on this
 * machine, so it needs no proxy.
 */
async function startSandboxService(
  { lookupTimeoutMs: timeoutMs, limits }: ServiceSettings,
  tacTable: TacTable | undefined,
): Promise<Service> {
  const [{ SANDBOX_KEY }, { startSandbox }] = await Promise.all([
    import('../sandbox/responses/keys.ts'),
    import('../sandbox/sandbox-server.ts'),
  ]);
  const sandbox = await startSandbox({
    limits,
    ...(tacTable && { lookUpTac: (tac: string) => tacTable.lookUp(tac) }),
  });
  const access = { baseUrl: sandbox.url, apiKey: SANDBOX_KEY };
  return {
    provider: DEVICE_IDENTITY.createClient({ ...access, timeoutMs }),
    isSandbox: true,
    realm: 'sandbox',
    close: () => sandbox.close(),
  };
}
