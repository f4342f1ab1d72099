import { createAskPlatform } from '../../adapters/ask.ts';
import type { PlatformReport } from '../../adapters/definition.ts';
import { PLATFORMS } from '../../adapters/platforms.ts';
import { openProxy } from '../../bot/service.ts';
import type { Config } from '../../config/config.ts';
import { presentOf } from '../../config/setting.ts';
import { createLog } from '../../ops/log/log.ts';
import type { ToolContext } from '../tool.ts';

/** What the platforms that are set say of the bot; also where other settings are wrong. */
export async function examinePlatforms(
  environment: ToolContext['environment'],
  proxy: Config['proxy'] | undefined,
): Promise<readonly PlatformReport[]> {
  const log = createLog({ level: 'silent', secrets: [], readable: false });
  const ask = createAskPlatform(await openProxy({ proxy }, log));
  const present = presentOf(environment);
  return Promise.all(
    PLATFORMS.flatMap(({ read }) => {
      const set = read(present);
      return set.ok && set.configured !== undefined ? [set.configured.examine(ask)] : [];
    }),
  );
}
