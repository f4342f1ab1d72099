import type { ConfiguredPlatform } from '../../src/adapters/definition.ts';
import { PLATFORMS } from '../../src/adapters/platforms.ts';
import { parseSettings } from '../../src/bot/settings.ts';
import type { Config } from '../../src/config/config.ts';
import { valueOrThrow } from '../../src/config/parsed.ts';
import { schemasOf } from '../../src/config/setting-schemas.ts';

/** The configuration of the bot with its real platforms. */
export type BotConfig = Config<ConfiguredPlatform>;

/** All settings of the bot with its real platforms. */
export const SCHEMAS = schemasOf(PLATFORMS);
export const SETTING_NAMES: readonly string[] = Object.keys(SCHEMAS);

/** Reads the settings as the bot does. */
export const parseConfig = parseSettings;

/** The configuration of valid settings. Throws if they are invalid. */
export function configOf(environment: Parameters<typeof parseSettings>[0]): BotConfig {
  return valueOrThrow(parseSettings(environment));
}

/** The problems of these settings. */
export function problemsOf(environment: Parameters<typeof parseSettings>[0]): readonly string[] {
  const parsed = parseSettings(environment);
  return parsed.ok ? [] : parsed.problems;
}
