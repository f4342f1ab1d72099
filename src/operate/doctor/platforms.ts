import { createAskPlatform } from '../../adapters/ask.ts';
import type { PlatformReport } from '../../adapters/definition.ts';
import { PLATFORMS } from '../../adapters/platforms.ts';
import { openProxy } from '../../bot/service.ts';
import type { Config } from '../../config/config.ts';
import { presentOf } from '../../config/setting.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import { createLog } from '../../ops/log/log.ts';
import type { ToolContext } from '../tool.ts';

const { fine, warning } = findingsAbout('clock');
const FAR_MS = 5_000;

/**
 * What the platforms that are set say of the bot; also where other settings are wrong.
 * @param ended has them asked no longer
 */
export async function examinePlatforms(
  { environment }: Pick<ToolContext, 'environment'>,
  proxy: Config['proxy'] | undefined,
  ended?: AbortSignal,
): Promise<readonly PlatformReport[]> {
  const log = createLog({ level: 'silent', secrets: [], readable: false });
  const ask = createAskPlatform(await openProxy({ proxy }, log), ended);
  const present = presentOf(environment);
  return Promise.all(
    PLATFORMS.flatMap(({ read }) => {
      const set = read(present);
      return set.ok && set.configured !== undefined ? [set.configured.examine(ask)] : [];
    }),
  );
}

/** This machine's clock, by those of the platforms. */
export function clockFindings(reports: readonly PlatformReport[]): readonly Finding[] {
  const differences = reports.flatMap(({ aheadMs }) => (aheadMs === undefined ? [] : [aheadMs]));
  if (differences.length === 0) return [];
  const [least = 0] = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return [
    Math.abs(least) < FAR_MS
      ? fine("This machine's clock is right.")
      : warning(
          `This machine's clock is ${Math.round(Math.abs(least) / 1_000)} s ${least > 0 ? 'behind' : 'ahead'}: have it set by NTP. Days of spending begin at another time by it.`,
        ),
  ];
}
