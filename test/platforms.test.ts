import { readFileSync } from 'node:fs';
import { PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { examineDiscord } from '../src/adapters/discord/examine.ts';
import { createGetJson } from '../src/adapters/get-json.ts';
import { startDiscord } from './support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from './support/discord/world.ts';

it('the Discord invitation asks for the commands and permissions that docs/platforms.md lists', async () => {
  const discord = await startDiscord();
  const connection = { token: DISCORD_TOKEN, apiUrl: discord.apiUrl };
  const { invite = '' } = await examineDiscord(connection, createGetJson(undefined));
  const asked = new URL(invite).searchParams;
  const {
    ViewChannel,
    SendMessages,
    SendMessagesInThreads,
    EmbedLinks,
    AttachFiles,
    ReadMessageHistory,
  } = PermissionFlagsBits;
  expect(asked.get('scope')?.split(' ')).toEqual(['bot', 'applications.commands']);
  expect(BigInt(asked.get('permissions') ?? '')).toBe(
    ViewChannel |
      SendMessages |
      SendMessagesInThreads |
      EmbedLinks |
      AttachFiles |
      ReadMessageHistory,
  );
  const named = invite.replace(/client_id=\d+/, 'client_id=YOUR_APPLICATION_ID');
  const page = readFileSync(new URL('../docs/platforms.md', import.meta.url), 'utf8');
  expect(page).toContain(`\`${named}\``);
});
