import { createApi, type DiscordApi } from '../../../src/adapters/discord/outbound/api.ts';
import type { InteractionTarget } from '../../../src/adapters/discord/target.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { ASKER, CHANNEL, type FakeDiscord } from './fake.ts';
import { APPLICATION, TOKEN } from './world.ts';

/** The calls of the adapter, to a fake Discord. */
export function createApiOf({ apiUrl }: FakeDiscord): DiscordApi {
  const nobodyListens = (): void => undefined;
  return createApi({
    token: TOKEN,
    apiUrl,
    clock: systemClock,
    report: nobodyListens,
    onTokenRefused: nobodyListens,
  });
}

/** Somebody asks, and is told that it is being worked on; resolves with where the answer goes. */
export async function acknowledged(
  api: DiscordApi,
  { clock, world }: FakeDiscord,
): Promise<InteractionTarget> {
  const { id, token, at } = world.begin({ user: ASKER, channel: CHANNEL });
  await api.acknowledge({ id, token }, { kind: 'reply', ephemeral: true });
  return {
    kind: 'discord',
    application: APPLICATION,
    token,
    since: at,
    sinceUptime: clock.uptime(),
    locale: 'en',
    channel: CHANNEL,
    direct: false,
    user: ASKER,
    shared: false,
    opens: 'new',
  };
}
