import { z } from 'zod';
import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { type Config, parseConfig } from '../config/config.ts';
import { type Environment, presentValues } from '../config/environment.ts';
import type { Parsed } from '../config/parsed.ts';
import { schemasOf, secretsIn } from '../config/setting-schemas.ts';
import { readEnvironment, type SettingSources } from '../config/setting-sources.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import { addSecret } from '../core/operator/secrets.ts';
import { PROVIDER } from './service.ts';

/** Reads `.env` and the variables of the process. Their secrets are masked from then on. */
export function readSources(variables: Environment): SettingSources {
  const schemas = schemasOf(PLATFORMS);
  const sources = readEnvironment('.env', variables, Object.keys(schemas));
  for (const secret of secretsIn(sources.values, schemas)) addSecret(secret);
  return sources;
}

/** Reads the settings of the bot, with the platforms and the service that it has. */
export function parseSettings(environment: Environment): Parsed<Config<ConfiguredPlatform>> {
  return parseConfig(environment, PLATFORMS, PROVIDER.limits);
}

/** The platforms that are on and whose own settings are right, even if other settings are wrong. */
export function configurePlatforms(environment: Environment): readonly ConfiguredPlatform[] {
  const present = presentValues(environment);
  return PLATFORMS.flatMap(({ settings, configure }) => {
    const parsed = z.object(settings).safeParse(present);
    if (!parsed.success) return [];
    return configure(parsed.data) ?? [];
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
