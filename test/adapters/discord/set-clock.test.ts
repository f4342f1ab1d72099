import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Adapter } from '../../../src/core/adapter.ts';
import { ASKER } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { createInbox, type DiscordStage, type Inbox, replyOf, stageDiscord } from './stage.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The bot's time of day is so far from Discord's. */
let aheadMs: number;
let stage: DiscordStage;
let adapter: Adapter;
let inbox: Inbox;
beforeEach(async () => {
  aheadMs = 0;
  stage = await stageDiscord();
  const { clock } = stage.discord;
  adapter = stage.restarted({ clock: { ...clock, now: () => clock.now() + aheadMs } });
  inbox = createInbox();
  await adapter.start(inbox.receive, suggestNothing);
});
afterEach(() => stage.close());

const ask = async () => {
  const before = inbox.length;
  stage.discord.command('imei', { imei: '1' });
  return vi.waitFor(
    () => {
      const newest = inbox[before];
      if (newest === undefined) throw new Error('nothing was received');
      return newest;
    },
    { timeout: 5_000 },
  );
};
const last = { last: true } as const;

describe('a reply on Discord, when the time of day is set meanwhile', () => {
  it('forward by an hour, comes where it was asked for, since its token still holds', async () => {
    const { show, request } = await ask();
    await show(replyOf({ title: 'Checking' }), { last: false });
    aheadMs = HOUR_MS;
    await show(replyOf({ title: 'Answered' }), last);
    const again = await adapter.reopen(JSON.parse(JSON.stringify(request.target)));
    await again?.(replyOf({ title: 'Answered again' }), last);
    expect(stage.discord.shownTo(ASKER)).toBe('Answered again');
  });

  it('forward by an hour, does not say that it will come elsewhere', async () => {
    const { show } = await ask();
    aheadMs = HOUR_MS;
    await show(replyOf({ title: 'Checking' }), { last: false });
    expect(stage.discord.shownTo(ASKER)).toBe('Checking');
  });

  it('back by an hour, comes with the next command of who can be reached in no other way', async () => {
    stage.discord.world.closedDms.add(ASKER);
    const { show, request } = await ask();
    aheadMs = -HOUR_MS;
    stage.discord.clock.skip(16 * MINUTE_MS);
    await expect(show(replyOf({ title: 'The old answer' }), last)).rejects.toThrow('next command');
    expect(await adapter.reopen(request.target)).toBeUndefined();
    const next = await ask();
    await next.show(replyOf({ title: 'The new answer' }), last);
    const again = await adapter.reopen(request.target, next.request.target);
    await again?.(replyOf({ title: 'The old answer' }), last);
    expect(stage.discord.shownTo(ASKER)).toMatch(/The new answer[\s\S]*The old answer/);
  });
});
