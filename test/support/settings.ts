import type { ConfiguredPlatform } from '../../src/adapters/definition.ts';
import { PLATFORMS } from '../../src/adapters/platforms.ts';
import { parseSettings } from '../../src/bot/settings.ts';
import type { Config } from '../../src/config/config.ts';
import { valueOrThrow } from '../../src/config/setting.ts';
import { settingsOf } from '../../src/config/variables.ts';

/** The configuration of the bot with the platforms it has. */
export type BotConfig = Config<ConfiguredPlatform>;

/** Every variable of the bot with the platforms it has. */
export const SETTINGS = settingsOf(PLATFORMS);
export const VARIABLE_NAMES: readonly string[] = Object.keys(SETTINGS);

/** Reads the settings as the bot does. */
export const parseConfig = parseSettings;

/** The configuration of settings that are right. */
export function configOf(environment: Parameters<typeof parseSettings>[0]): BotConfig {
  return valueOrThrow(parseSettings(environment));
}
