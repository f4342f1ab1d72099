import type { AdapterNeeds, ConfiguredPlatform, PlatformCore } from '../adapters/definition.ts';
import type { Config } from '../config/config.ts';
import type { Adapter } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Mount } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';

/** The platforms to serve, and what they take over the bot's own HTTP server. */
export interface Platforms {
  readonly adapters: readonly Adapter[];
  readonly mounts: readonly Mount[];
}

export interface PlatformNeeds {
  readonly config: Config<ConfiguredPlatform>;
  readonly clock: Clock;
  readonly log: Log;
  /** A platform was lost for good; the reason says what the operator has to do. */
  readonly onFatal: (reason: string) => void;
}

/** What takes a message that names no command, and what answers a newcomer. */
const ENTRANCES = {
  textCommand: { command: 'imei', option: 'imei', fileOption: 'file' },
  startCommand: 'help',
} as const;

/** The adapters of the platforms that are configured. The others, and their libraries, are not even loaded. */
export async function createPlatforms(
  { config, clock, log, onFatal }: PlatformNeeds,
  core: PlatformCore,
): Promise<Platforms> {
  const mounts: Mount[] = [];
  const needs: AdapterNeeds = {
    ...core,
    ...ENTRANCES,
    admins: config.access.admins,
    language: config.language,
    clock,
    log,
    mount: (path, handler) => mounts.push({ path, handler }),
    onFatal,
  };
  const adapters: Adapter[] = [];
  for (const platform of config.platforms) adapters.push(await platform.create(needs));
  return { adapters, mounts };
}
