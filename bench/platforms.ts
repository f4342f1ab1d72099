import { deferred } from '../src/core/promises.ts';
import { systemClock } from '../src/core/time/clock.ts';
import { openDiscord } from '../test/support/discord/fake.ts';
import type { RestCall } from '../test/support/discord/rest.ts';
import { TOKEN as DISCORD_TOKEN } from '../test/support/discord/world.ts';
import {
  type Call,
  openTelegram,
  TOKEN as TELEGRAM_TOKEN,
} from '../test/support/telegram/server.ts';

/** A platform on the loopback, for bots in processes of their own. */
export interface LocalPlatform {
  /** The settings of a bot on it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when a bot is connected. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** Opens a Telegram without limits: a bare bot knows none, and would be refused nearly always. */
export async function openLocalTelegram(onCall: (call: Call) => void = () => undefined) {
  const connected = deferred<void>();
  const server = await openTelegram(systemClock, {
    onCall: (call) => {
      if (call.method === 'getUpdates') connected.resolve();
      onCall(call);
    },
  });
  server.flood.isOff = true;
  const platform: LocalPlatform = {
    environment: { TELEGRAM_TOKEN, TELEGRAM_API_URL: server.url },
    ready: connected.promise,
    close: () => server.close(),
  };
  return { server, platform };
}

export async function openLocalDiscord(onCall: (call: RestCall) => void = () => undefined) {
  const connected = deferred<void>();
  const discord = await openDiscord({ onIdentified: () => connected.resolve(), onCall });
  const platform: LocalPlatform = {
    environment: { DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl },
    ready: connected.promise,
    close: () => discord.close(),
  };
  return { discord, platform };
}

/** The Discord id of a person by a number of four digits. */
export function discordUser(person: number): string {
  return `10000000000000${person}`;
}
