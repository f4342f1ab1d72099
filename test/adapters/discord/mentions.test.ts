import { describe, expect, it, onTestFinished } from 'vitest';
import { createCommandMentions } from '../../../src/adapters/discord/menu/registration.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { createInbox, replyOf, stageDiscord } from './stage.ts';

const { learn, inText } = createCommandMentions();
learn([
  { id: '11', name: 'imei', type: 1, version: '1' },
  { id: '12', name: 'forget', type: 1 },
  { id: '13', name: 'Check IMEIs', type: 3 },
  { name: 'broken' },
  'nothing',
]);

describe('commands that a text on Discord names', () => {
  it.each([
    ['/imei', '</imei:11>'],
    ['**/imei** with a number, or /forget.', '**</imei:11>** with a number, or </forget:12>.'],
    ['/imei imei:490154203237518', '</imei:11> imei:490154203237518'],
    ['(/imei)\n/imei', '(</imei:11>)\n</imei:11>'],
  ])('can be tapped: %j', (text, mentioned) => {
    expect(inText(text)).toBe(mentioned);
  });

  it.each([
    ['`/imei 1`'],
    ['</imei:11>'],
    ['https\\://x.example/imei'],
    ['/imei/forget'],
    ['/imeis /quota ./imei ../imei'],
    ['\\/imei'],
    ['/Check IMEIs'],
  ])('stay as they are in what names none: %j', (text) => {
    expect(inText(text)).toBe(text);
  });

  it('are known by their ids as soon as they are registered, and not mentioned where that would be too long', async () => {
    const stage = await stageDiscord();
    onTestFinished(stage.close);
    const inbox = createInbox();
    await stage.adapter.start(inbox.receive, suggestNothing);
    stage.discord.say('/help');
    stage.discord.say('/help');
    await expect.poll(() => inbox).toHaveLength(2);
    await inbox[0]?.show(replyOf({ summary: 'Try /imei' }), { last: true });
    expect(stage.discord.world.messages[0]?.body.embeds?.[0]?.description).toMatch(/^Try <\/imei:\d+>$/);
    const lines = Array.from({ length: 300 }, () => '/imei and so on');
    await inbox[1]?.show(replyOf({ sections: [{ fields: [], lines }] }), { last: true });
    expect(stage.discord.world.messages[1]?.body.embeds?.[0]?.description).toContain('/imei and');
  });
});
