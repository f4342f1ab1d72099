import { describe, expect, it, onTestFinished } from 'vitest';
import { createPlatforms } from '../src/bot/platforms.ts';
import { systemClock } from '../src/core/clock.ts';
import type { LeaderElection } from '../src/core/leader-election.ts';
import { createLog } from '../src/ops/log/log.ts';
import { createMemoryStore } from '../src/simulation/memory-store.ts';
import { startFakeDiscord } from './support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from './support/discord/world.ts';
import { parseConfig } from './support/settings.ts';
import { createElection } from './support/store/election.ts';
import { suggestNothing } from './support/suggest-nothing.ts';
import { startTelegram, TOKEN as TELEGRAM_TOKEN } from './support/telegram/server.ts';

describe('the platforms that are configured', () => {
  it('take events by turns, Discord those of its own shards', async () => {
    const discord = await startFakeDiscord();
    const telegram = await startTelegram(systemClock);
    onTestFinished(() => discord.close());
    const election = createElection();
    const adapters = await platformsOf(election.leadOf('this process'), {
      DISCORD_TOKEN,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_SHARDS: '2/8',
      TELEGRAM_TOKEN,
      TELEGRAM_API_URL: telegram.url,
    });
    for (const adapter of adapters) await adapter.start(async () => 'persisted', suggestNothing);
    expect(discord.gateway.identified).toMatchObject([{ shard: [2, 8] }]);
    expect(election.tasks).toEqual(['discord:gateway:2-2/8', 'telegram:updates']);
  });
});

async function platformsOf(lead: LeaderElection, environment: Record<string, string>) {
  const configured = parseConfig(environment);
  if (!configured.ok) throw new Error(configured.problems.join());
  const log = createLog({ level: 'silent', secrets: [], readable: false });
  const { adapters } = await createPlatforms(
    { config: configured.config, clock: systemClock, log, onFatal: () => undefined },
    {
      commands: [],
      isSandbox: true,
      secretFor: (use) => use,
      hash: (name) => name,
      formerHashes: () => [],
      proxy: undefined,
      rows: createMemoryStore(systemClock).collection('platforms'),
      lead,
    },
  );
  onTestFinished(async () => {
    for (const adapter of adapters) await adapter.stop();
  });
  return adapters;
}
