import { z } from 'zod';
import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { type Config, type ConfigResult, parseConfig } from '../config/config.ts';
import { type Environment, setVariables } from '../config/setting.ts';
import type { OutboundProxy } from '../core/network.ts';
import { PROVIDER } from './service.ts';

/** Reads the settings of the bot, with the platforms and the service that it has. */
export function parseSettings(environment: Environment): ConfigResult<ConfiguredPlatform> {
  return parseConfig(environment, PLATFORMS, PROVIDER.limits);
}

/** The platforms that are on and whose own settings are right, even if other settings are wrong. */
export function configurePlatforms(environment: Environment): readonly ConfiguredPlatform[] {
  const present = setVariables(environment);
  return PLATFORMS.flatMap(({ settings, configure }) => {
    const set = z.object(settings).safeParse(present);
    return (set.success && configure(set.data)) || [];
  });
}

/** Makes the proxy of the settings, for all calls over a network. Undefined if there is none. */
export async function openProxy({
  proxy,
}: Pick<Config, 'proxy'>): Promise<OutboundProxy | undefined> {
  if (proxy === undefined) return undefined;
  const { createProxy } = await import('../ops/proxy.ts');
  return createProxy(proxy);
}
