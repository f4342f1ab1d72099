import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { type ConfigResult, parseConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { PROVIDERS } from './service.ts';

/** Reads the settings of the bot with the platforms and the service that it has. */
export function parseSettings(environment: Environment): ConfigResult<ConfiguredPlatform> {
  const [{ limits }] = PROVIDERS;
  return parseConfig(environment, PLATFORMS, limits);
}
