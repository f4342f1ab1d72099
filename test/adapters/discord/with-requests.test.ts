import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { type Command, defineCommand } from '../../../src/core/command.ts';
import { reply } from '../../../src/core/reply.ts';
import { createLog } from '../../../src/ops/log/log.ts';
import type { AccessSettings } from '../../../src/requests/access.ts';
import { createRequests, type Requests } from '../../../src/requests/requests.ts';
import { createStoreHealth } from '../../../src/store/health.ts';
import { openStore } from '../../../src/store/open.ts';
import { ASKER, CHANNEL, OTHER } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { type DiscordStage, stageDiscord } from './stage.ts';

const IMEI = '490154203237518';
const MENTION = { channel: CHANNEL, mention: 'bot' } as const;
const SOON = { timeout: 5_000 };

describe('messages on Discord with the journal behind them', () => {
  it('are answered once, however often Discord tells of one', async () => {
    const { stage } = await started();
    const said = stage.discord.say(IMEI);
    stage.discord.repeat(said);
    await expect.poll(() => stage.discord.shownTo(ASKER), SOON).toBe('NOKIA 3310');
    stage.discord.repeat(said);
    stage.discord.say(IMEI, { user: OTHER });
    await expect.poll(() => stage.discord.shownTo(OTHER), SOON).toBe('NOKIA 3310');
    expect(stage.discord.shownTo(ASKER)).toBe('NOKIA 3310');
  });

  it('are answered after a restart, in the place of what was shown before it', async () => {
    const kept = await openStore('sqlite://:memory:', undefined, systemClock);
    const before = await started({ command: hanging(), kept });
    before.stage.discord.say(IMEI, MENTION);
    const shown = (): string => before.stage.discord.shownTo(OTHER);
    await expect.poll(() => shown(), SOON).toBe('Waiting');
    await before.stage.adapter.stop();
    const { requests } = await started({ kept, stage: before.stage });
    await requests.resume('discord');
    await expect.poll(() => shown(), SOON).toBe('NOKIA 3310');
  });

  it('are for those who may use the bot, as commands are', async () => {
    const allowed = ['discord:channel:500000000000000009'] as const;
    const { stage } = await started({ access: { allowed, admins: [] } });
    stage.discord.say(IMEI, { ...MENTION, user: OTHER });
    await expect.poll(() => stage.discord.shownTo(OTHER), SOON).toContain(`discord:user:${OTHER}`);
    // A thread of the channel that is allowed.
    stage.discord.world.threads.add('500000000000000010');
    stage.discord.world.parents.set('500000000000000010', allowed[0].replace('discord:channel:', ''));
    stage.discord.say(IMEI, { ...MENTION, channel: '500000000000000010' });
    await expect.poll(() => stage.discord.shownTo(ASKER), SOON).toBe('NOKIA 3310');
  });

  it('have commands for admins refused to all others', async () => {
    const { stage } = await started({ access: { allowed: [], admins: [`discord:user:${ASKER}`] } });
    stage.discord.say('/quota', { user: OTHER });
    await expect.poll(() => stage.discord.shownTo(OTHER), SOON).toContain(`discord:user:${OTHER}`);
    stage.discord.say('/quota');
    await expect.poll(() => stage.discord.shownTo(ASKER), SOON).toBe('2,500 left');
  });
});

function imei(run: () => AsyncGenerator<ReturnType<typeof reply>>): Command {
  return defineCommand({
    name: 'imei',
    audience: 'everyone',
    options: [{ name: 'imei', kind: 'text', required: true }],
    run,
  });
}

const answering = (): Command =>
  imei(async function* () {
    yield reply({ tone: 'good', title: 'NOKIA 3310' });
  });

/** As a process that is killed in the middle. */
const hanging = (): Command =>
  imei(async function* () {
    yield reply({ tone: 'progress', title: 'Waiting' });
    await new Promise(() => undefined);
  });

const quota = defineCommand({
  name: 'quota',
  audience: 'admins',
  options: [],
  run: async function* () {
    yield reply({ tone: 'good', title: '2,500 left' });
  },
});

interface Setting {
  readonly command?: Command;
  readonly kept?: Awaited<ReturnType<typeof openStore>>;
  readonly stage?: DiscordStage;
  readonly access?: AccessSettings;
}

async function started(setting: Setting = {}): Promise<{ stage: DiscordStage; requests: Requests }> {
  const { command = answering(), access = { allowed: [], admins: [] } } = setting;
  const { store, seal } = setting.kept ?? (await openStore('sqlite://:memory:', undefined, systemClock));
  const stage = setting.stage ?? (await stageDiscord());
  if (setting.stage === undefined) onTestFinished(stage.close);
  const commands = [command, quota];
  const adapter = stage.restarted({ commands });
  const requests = createRequests({
    raise: () => undefined,
    ...{ commands, adapters: [adapter], store, seal, access },
    health: createStoreHealth({
      ...{ store, clock: systemClock },
      onFailing: () => undefined,
      onHealed: () => undefined,
    }),
    clock: systemClock,
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    maxAgeMs: 86_400_000,
  });
  await adapter.start(requests.receive, suggestNothing);
  return { stage: { ...stage, adapter }, requests };
}
