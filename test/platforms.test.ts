import { readFileSync } from 'node:fs';
import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examineDiscord } from '../src/adapters/discord/definition.ts';
import { createAskPlatform } from '../src/adapters/http.ts';
import { ENTRANCES } from '../src/bot/commands.ts';
import type { Adapter } from '../src/core/adapter.ts';
import { systemClock } from '../src/core/clock.ts';
import { createLog } from '../src/ops/log/log.ts';
import { createMessageTable } from '../src/store/schema/message.ts';
import { startFakeDiscord } from './support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from './support/discord/world.ts';
import { configOf } from './support/settings.ts';
import { createMemorySql, NO_SEAL } from './support/store/memory-sql.ts';
import { suggestNothing } from './support/suggest-nothing.ts';
import { startTelegram, TOKEN as TELEGRAM_TOKEN } from './support/telegram/server.ts';

describe('the platforms that are configured', () => {
  it('take events', async () => {
    const discord = await startFakeDiscord();
    const telegram = await startTelegram(systemClock);
    onTestFinished(() => discord.close());
    const adapters = await platformsOf({
      DISCORD_TOKEN,
      DISCORD_API_URL: discord.apiUrl,
      TELEGRAM_TOKEN,
      TELEGRAM_API_URL: telegram.url,
    });
    for (const adapter of adapters) await adapter.start(async () => 'persisted', suggestNothing);
    expect(adapters.map((adapter) => [adapter.platform, adapter.connected()])).toEqual([
      ['discord', true],
      ['telegram', true],
    ]);
  });
});

describe('the invitation to Discord', () => {
  it('asks for commands and the six permissions that docs/platforms.md names, with the link that stands there', async () => {
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    const connection = { token: DISCORD_TOKEN, apiUrl: discord.apiUrl };
    const { invite = '' } = await examineDiscord(connection, createAskPlatform(undefined));
    const asked = new URL(invite).searchParams;
    const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks, AttachFiles, ReadMessageHistory } =
      PermissionFlagsBits;
    expect(asked.get('scope')?.split(' ')).toEqual(['bot', 'applications.commands']);
    expect(BigInt(asked.get('permissions') ?? '')).toBe(
      ViewChannel | SendMessages | SendMessagesInThreads | EmbedLinks | AttachFiles | ReadMessageHistory,
    );
    const named = invite.replace(/client_id=\d+/, 'client_id=YOUR_APPLICATION_ID');
    const page = readFileSync(new URL('../docs/platforms.md', import.meta.url), 'utf8');
    expect(page).toContain(`\`${named}\``);
  });
});

async function platformsOf(environment: Record<string, string>) {
  const config = configOf(environment);
  const adapters: Adapter[] = [];
  for (const { create } of config.platforms) {
    const adapter = await create({
      ...ENTRANCES,
      ...{ commands: [], isSandbox: true, admins: [], language: undefined, proxy: undefined },
      clock: systemClock,
      log: createLog({ level: 'silent', secrets: [], readable: false }),
      secretFor: (use) => use,
      hash: (name) => name,
      messages: createMessageTable(createMemorySql(), NO_SEAL, systemClock),
      mount: () => undefined,
      onFatal: () => undefined,
    });
    adapters.push(adapter);
  }
  onTestFinished(async () => {
    for (const adapter of adapters) await adapter.stop();
  });
  return adapters;
}
