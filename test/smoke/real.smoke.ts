/**
 * The real Discord, Telegram and service, by the clients that the bot uses: `npm run smoke`. It
 * asks with tokens of your own, five calls of each, and changes nothing there. Of the calls of the
 * service one is a check, which costs what a check of your key costs; the others are free.
 */
import { REST, Routes } from 'discord.js';
import { Api } from 'grammy';
import { describe, expect, it } from 'vitest';
import { asImei } from '../../src/imei/imei.ts';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { IMEI } from '../support/known.ts';

const { DISCORD_API_URL, TELEGRAM_API_URL } = process.env;
const TIMEOUT_MS = 20_000;

/** @throws Error if it is not set: nothing is sent then */
function needed(name: string): string {
  const value = process.env[name] ?? '';
  if (value === '') throw new Error(`Set ${name}: npm run smoke asks with what is yours.`);
  return value;
}

const tokens = { discord: needed('DISCORD_TOKEN'), telegram: needed('TELEGRAM_TOKEN') };
const service = DEVICE_IDENTITY.createClient({
  baseUrl: needed('LOOKUP_BASE_URL'),
  apiKey: needed('LOOKUP_API_KEY'),
  timeoutMs: TIMEOUT_MS,
});

describe('Discord', () => {
  const api = DISCORD_API_URL === undefined ? {} : { api: DISCORD_API_URL };
  const rest = new REST({ version: '10', ...api }).setToken(tokens.discord);

  it('knows the bot, its application and commands, and says where its gateway is', async () => {
    const application = await rest.get(Routes.currentApplication());
    expect(application).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    const { id } = application as { id: string };
    expect(await rest.get(Routes.user())).toMatchObject({ bot: true });
    expect(await rest.get(Routes.gatewayBot())).toMatchObject({
      url: expect.stringMatching(/^ws/),
    });
    expect(await rest.get(Routes.userGuilds())).toBeInstanceOf(Array);
    expect(await rest.get(Routes.applicationCommands(id))).toBeInstanceOf(Array);
  });
});

describe('Telegram', () => {
  const api = new Api(
    tokens.telegram,
    TELEGRAM_API_URL === undefined ? {} : { apiRoot: TELEGRAM_API_URL },
  );

  it('knows the bot, its commands and descriptions, and where updates go', async () => {
    expect(await api.getMe()).toMatchObject({ is_bot: true });
    expect(await api.getMyCommands()).toBeInstanceOf(Array);
    expect(await api.getMyDescription()).toHaveProperty('description');
    expect(await api.getMyShortDescription()).toHaveProperty('short_description');
    expect(await api.getWebhookInfo()).toHaveProperty('url');
  });
});

describe('the service', () => {
  const send = () => true;
  const figures = async () => service.readStatus(await service.status(send));

  it('reads its status as the bot expects, four times', async () => {
    for (const _ of [1, 2, 3, 4]) expect(await figures()).toHaveProperty('checksLeft');
  });

  it('names the phone of one IMEI, which is a paid check', async () => {
    const answer = service.read(await service.check(asImei(IMEI) ?? expect.fail(), send));
    expect(answer).toHaveProperty('found');
  });
});
