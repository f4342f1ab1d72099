import { describe, expect, it, type TestContext } from 'vitest';
import type { Adapter } from '../../../src/core/adapter.ts';
import { ASKER, GUILD } from '../../support/discord/fake.ts';
import { createElection } from '../../support/store/election.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { button, createInbox, type DiscordStage, replyOf, stageDiscord } from './stage.ts';

/** Discord lets a bot identify once in 5 s, which the library keeps. */
const SOON = { timeout: 9_000 };
const LOWER = { first: 0, last: 3, count: 8 };
const UPPER = { first: 4, last: 7, count: 8 };

/** Two processes on one Discord, of which the first has the turn; `start` starts one and gives what it takes. */
async function twoProcesses({ onTestFinished }: TestContext) {
  const election = createElection();
  const stage = await stageDiscord({ elect: election.leadOf('first') });
  onTestFinished(stage.close);
  const second = stage.restarted({ elect: election.leadOf('second') });
  return { election, stage, first: stage.adapter, second };
}

async function start(adapter: Adapter) {
  const inbox = createInbox();
  await adapter.start(inbox.receive, suggestNothing);
  return inbox;
}

const shardsOf = ({ discord }: DiscordStage): unknown[] =>
  discord.gateway.identified
    .map((said) => (typeof said === 'object' && said !== null && 'shard' in said ? said.shard : undefined))
    .sort();

describe.concurrent('the connection of one of two processes', () => {
  it('is made by the one whose turn it is; the other stands by, says so, and is ready', async (test) => {
    const { stage, first, second } = await twoProcesses(test);
    const firstInbox = await start(first);
    const secondInbox = await start(second);
    expect(stage.discord.gateway.identified).toHaveLength(1);
    expect(second.connected()).toBe(true);
    expect(stage.logged.filter(({ msg }) => msg.startsWith('Standing by'))).toMatchObject([{ level: 30 }]);
    stage.discord.command('imei', { imei: '1' });
    await expect.poll(() => firstInbox, SOON).toHaveLength(1);
    expect(secondInbox).toHaveLength(0);
  });

  it('is made by the other when the first stops', async (test) => {
    const { stage, first, second } = await twoProcesses(test);
    await start(first);
    const inbox = await start(second);
    await first.stop();
    expect(first.connected()).toBe(false);
    await expect.poll(() => stage.discord.gateway.identified, SOON).toHaveLength(2);
    await expect.poll(() => second.connected(), SOON).toBe(true);
    expect(stage.discord.gateway.connections).toBe(1);
    stage.discord.command('imei', { imei: '1' });
    await expect.poll(() => inbox, SOON).toHaveLength(1);
  });

  it('ends when the turn is lost, and is made again when it comes back', async (test) => {
    const { election, stage, first } = await twoProcesses(test);
    const inbox = await start(first);
    await election.pass('discord:gateway', undefined);
    await expect.poll(() => stage.discord.gateway.connections, SOON).toBe(0);
    expect(first.connected()).toBe(true);
    await election.pass('discord:gateway', 'first');
    await expect.poll(() => stage.discord.gateway.identified, SOON).toHaveLength(2);
    stage.discord.command('imei', { imei: '1' });
    await expect.poll(() => inbox, SOON).toHaveLength(1);
    expect(stage.fatal).toEqual([]);
  });

  it.for([1, 2])(
    'GIVEN the turn is lost while call %i for the address is under way THEN nothing stays connected',
    async (number, test) => {
      const { election, stage, first } = await twoProcesses(test);
      const begun = start(first);
      while (stage.discord.calls(/gateway.bot/).length < number) await new Promise(setImmediate);
      await election.pass('discord:gateway', undefined);
      await begun;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await expect.poll(() => stage.discord.gateway.connections, SOON).toBe(0);
      expect(first.connected()).toBe(true);
      await election.pass('discord:gateway', 'first');
      await expect.poll(() => stage.discord.gateway.connections, SOON).toBe(1);
    },
  );

  it('GIVEN the turn is lost while the connection is made anew THEN it does not come back for good', async (test) => {
    const { election, stage, first } = await twoProcesses(test);
    await start(first);
    stage.discord.gateway.drop();
    await expect.poll(() => first.connected(), SOON).toBe(false);
    await election.pass('discord:gateway', undefined);
    expect(first.connected()).toBe(true);
    // The library connects again half a second after the break.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await expect.poll(() => stage.discord.gateway.connections, SOON).toBe(0);
  });

  it('GIVEN a press on a reply of the other THEN it arrives, and its reply is shown by whoever likes', async (test) => {
    const { stage, first, second } = await twoProcesses(test);
    const firstInbox = await start(first);
    const secondInbox = await start(second);
    stage.discord.command('imei', { imei: '1' });
    await expect.poll(() => firstInbox, SOON).toHaveLength(1);
    const fromSecond = await second.reopen(firstInbox[0]?.request.target ?? {});
    await fromSecond?.(replyOf({ title: 'A phone', actions: [button('Again', 'token-1')] }), { last: true });
    await first.stop();
    await expect.poll(() => stage.discord.gateway.identified, SOON).toHaveLength(2);
    stage.discord.press('Again');
    await expect.poll(() => secondInbox, SOON).toHaveLength(1);
    expect(secondInbox[0]?.request.ask).toEqual({ kind: 'press', token: 'token-1' });
    await secondInbox[0]?.show(replyOf({ title: 'Once more' }), { last: true });
    expect(stage.discord.shownTo(ASKER)).toContain('Once more');
  });

  it('GIVEN the one that takes over is refused for good THEN its process is told to end, in words', async (test) => {
    const { stage, first, second } = await twoProcesses(test);
    await start(first);
    await start(second);
    stage.discord.gateway.refuseWith = 4_014;
    await first.stop();
    await expect.poll(() => stage.fatal, SOON).toEqual([expect.stringMatching(/Developer Portal/)]);
  });
});

describe.concurrent('two processes that are connected at once for a moment', () => {
  it('know a command by the same id, so that it is done once, and it is acknowledged once', async (test) => {
    const stage = await stageDiscord();
    test.onTestFinished(stage.close);
    const inboxes = [
      await start(stage.restarted({ isShared: true })),
      await start(stage.restarted({ isShared: true })),
    ];
    stage.discord.command('imei', { imei: '1' });
    await expect.poll(() => inboxes.map(({ length }) => length), SOON).toEqual([1, 1]);
    expect(new Set(inboxes.map(([one]) => one?.request.id)).size).toBe(1);
    expect(stage.logged.filter(({ level }) => level > 30)).toEqual([]);
  });
});

describe.concurrent('shards in several processes', () => {
  it('are connected side by side, each process with its own', async (test) => {
    const { stage, first, second } = await withShards(test);
    await Promise.all([start(first), start(second)]);
    expect(shardsOf(stage)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((shard) => [shard, 8]));
    expect([first.connected(), second.connected()]).toEqual([true, true]);
    expect(stage.discord.gateway.connections).toBe(8);
  });

  it('bring a command to the one process whose shard the server is on, and direct messages to the first', async (test) => {
    const { stage, first, second } = await withShards(test);
    const [lower, upper] = await Promise.all([start(first), start(second)]);
    stage.discord.command('imei', { imei: '1' }, { place: 'bot-dm' });
    await expect.poll(() => lower, SOON).toHaveLength(1);
    stage.discord.command('imei', { imei: '2' });
    const shard = Number((BigInt(GUILD) >> 22n) % BigInt(UPPER.count));
    const [its, others] = shard < UPPER.first ? [lower, upper] : [upper, lower];
    await expect.poll(() => its.at(-1)?.request.scopes, SOON).toContain(`discord:guild:${GUILD}`);
    expect(others.some(({ request }) => request.scopes.includes(`discord:guild:${GUILD}`))).toBe(false);
  });

  it('are led under a name of their own', async (test) => {
    const { election, first, second } = await withShards(test);
    await Promise.all([start(first), start(second)]);
    expect(election.tasks).toEqual(['discord:gateway:0-3/8', 'discord:gateway:4-7/8']);
  });

  it('have their commands registered by the process of shard 0 only', async (test) => {
    const { stage, first, second } = await withShards(test);
    await start(second);
    expect(stage.discord.calls(/^(GET|PUT) .*\/commands/)).toEqual([]);
    await start(first);
    expect(stage.discord.calls(/^PUT .*\/commands/)).toHaveLength(1);
  });
});

/** Two processes with half of eight shards each. */
async function withShards({ onTestFinished }: TestContext) {
  const election = createElection();
  const stage = await stageDiscord({ elect: election.leadOf('first'), shards: LOWER });
  onTestFinished(stage.close);
  const second = stage.restarted({ elect: election.leadOf('second'), shards: UPPER });
  return { election, stage, first: stage.adapter, second };
}
