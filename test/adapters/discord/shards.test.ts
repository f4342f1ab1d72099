import { describe, expect, it, type TestContext, vi } from 'vitest';
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
    await vi.waitFor(() => expect(firstInbox).toHaveLength(1), SOON);
    expect(secondInbox).toHaveLength(0);
  });

  it('is made by the other when the first stops', async (test) => {
    const { stage, first, second } = await twoProcesses(test);
    await start(first);
    const inbox = await start(second);
    await first.stop();
    expect(first.connected()).toBe(false);
    await vi.waitFor(() => expect(stage.discord.gateway.identified).toHaveLength(2), SOON);
    await vi.waitFor(() => expect(second.connected()).toBe(true), SOON);
    expect(stage.discord.gateway.connections).toBe(1);
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(inbox).toHaveLength(1), SOON);
  });

  it('ends when the turn is lost, and is made again when it comes back', async (test) => {
    const { election, stage, first } = await twoProcesses(test);
    const inbox = await start(first);
    await election.pass('discord:gateway', undefined);
    await vi.waitFor(() => expect(stage.discord.gateway.connections).toBe(0), SOON);
    expect(first.connected()).toBe(true);
    await election.pass('discord:gateway', 'first');
    await vi.waitFor(() => expect(stage.discord.gateway.identified).toHaveLength(2), SOON);
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(inbox).toHaveLength(1), SOON);
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
      await vi.waitFor(() => expect(stage.discord.gateway.connections).toBe(0), SOON);
      expect(first.connected()).toBe(true);
      await election.pass('discord:gateway', 'first');
      await vi.waitFor(() => expect(stage.discord.gateway.connections).toBe(1), SOON);
    },
  );

  it('GIVEN the turn is lost while the connection is made anew THEN it does not come back for good', async (test) => {
    const { election, stage, first } = await twoProcesses(test);
    await start(first);
    stage.discord.gateway.drop();
    await vi.waitFor(() => expect(first.connected()).toBe(false), SOON);
    await election.pass('discord:gateway', undefined);
    expect(first.connected()).toBe(true);
    // The library connects again half a second after the break.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await vi.waitFor(() => expect(stage.discord.gateway.connections).toBe(0), SOON);
  });

  it('GIVEN a press on a reply of the other THEN it arrives, and its reply is shown by whoever likes', async (test) => {
    const { stage, first, second } = await twoProcesses(test);
    const firstInbox = await start(first);
    const secondInbox = await start(second);
    stage.discord.command('imei', { imei: '1' });
    await vi.waitFor(() => expect(firstInbox).toHaveLength(1), SOON);
    const fromSecond = await second.reopen(firstInbox[0]?.request.target ?? {});
    await fromSecond?.(replyOf({ title: 'A phone', actions: [button('Again', 'token-1')] }), { last: true });
    await first.stop();
    await vi.waitFor(() => expect(stage.discord.gateway.identified).toHaveLength(2), SOON);
    stage.discord.press('Again');
    await vi.waitFor(() => expect(secondInbox).toHaveLength(1), SOON);
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
    await vi.waitFor(() => expect(stage.fatal).toEqual([expect.stringMatching(/Developer Portal/)]), SOON);
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
    await vi.waitFor(() => expect(inboxes.map(({ length }) => length)).toEqual([1, 1]), SOON);
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
    await vi.waitFor(() => expect(lower).toHaveLength(1), SOON);
    stage.discord.command('imei', { imei: '2' });
    const shard = Number((BigInt(GUILD) >> 22n) % BigInt(UPPER.count));
    const [its, others] = shard < UPPER.first ? [lower, upper] : [upper, lower];
    await vi.waitFor(() => expect(its.at(-1)?.request.scopes).toContain(`discord:guild:${GUILD}`), SOON);
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
