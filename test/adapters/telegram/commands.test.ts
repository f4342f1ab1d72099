import { describe, expect, it } from 'vitest';
import { listLanguages } from '../../../src/format/words/catalogue.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { eventually, type Stage, stageTelegram } from './stage.ts';

const de = sayIn('de');

describe('the lists of commands', () => {
  it('show the commands for admins to admins, and to nobody else', async () => {
    const stage = await stageTelegram();
    stage.ann.begin();
    await stage.start();
    await eventually(() => expect(namesIn(stage, 'chat:11')).toEqual(['imei', 'quota', 'help']));
    expect(namesIn(stage, 'default')).toEqual(['imei', 'help']);
    await eventually(() =>
      expect([...stage.telegram.commands.keys()].sort()).toEqual(['all_group_chats', 'chat:11', 'default']),
    );
    expect(namesIn(stage, 'all_group_chats')).toEqual(['imei', 'help']);
  });

  it('are written when they differ, and only then', async () => {
    const stage = await stageTelegram();
    stage.ann.begin();
    stage.telegram.commands.set('chat:11', [{ command: 'old', description: 'An old one' }]);
    await stage.start();
    await eventually(() => expect(stage.telegram.callsOf('setMyCommands')).toHaveLength(3));
    // The last one of them reads what the server has made of it.
    await eventually(() => expect(stage.telegram.callsOf('getMyCommands')).toHaveLength(4));
    await stage.adapter.stop();
    const again = await stageTelegram({ apiUrl: stage.telegram.url });
    await again.start();
    await eventually(() => expect(stage.telegram.callsOf('getMyShortDescription')).toHaveLength(2));
    expect(stage.telegram.callsOf('getMyCommands')).toHaveLength(7);
    expect(stage.telegram.callsOf('setMyCommands')).toHaveLength(3);
  });

  it('say the same to each admin in every language, and are not tried in others where the chat is closed', async () => {
    const stage = await stageTelegram({
      languages: ['de', 'fr'],
      admins: ['telegram:user:11', 'telegram:user:22'],
    });
    stage.bob.begin();
    await stage.start();
    await eventually(() => expect(namesIn(stage, 'chat:22:fr')).toEqual(['imei', 'quota', 'help']));
    expect(stage.telegram.commands.get('chat:22:de')).toMatchObject([
      { command: 'imei', description: de('commands.imei.description') },
      {},
      {},
    ]);
    const toAnn = stage.telegram
      .callsOf('setMyCommands')
      .filter(({ payload }) => JSON.stringify(payload.scope).includes('11'));
    expect(toAnn).toHaveLength(1);
  });

  it('of groups are seen by the sender and the bot alone, where the server knows that', async () => {
    const stage = await stageTelegram({ languages: ['de'] });
    await stage.start();
    await eventually(() =>
      expect(stage.telegram.commands.get('all_group_chats:de')).toMatchObject([
        { command: 'imei', is_ephemeral: true },
        { command: 'help', is_ephemeral: true },
      ]),
    );
    await eventually(() => expect(stage.telegram.commands.has('default:de')).toBe(true));
    expect(JSON.stringify(stage.telegram.commands.get('default:de'))).not.toContain('is_ephemeral');
  });

  it('are plain ones on a server that does not know that, and are not written again', async () => {
    const stage = await stageTelegram();
    stage.telegram.ephemerals.isKnown = false;
    await stage.start();
    await eventually(() => expect(stage.telegram.descriptions.has('short_description')).toBe(true));
    const again = await stageTelegram({}, stage);
    await again.start();
    await eventually(() => expect(stage.telegram.callsOf('getMyShortDescription')).toHaveLength(2));
    expect(stage.telegram.callsOf('setMyCommands').map(({ payload }) => payload.scope)).toMatchObject([
      { type: 'all_group_chats' },
      { type: 'default' },
      // The chat of an admin who has not opened it.
      { type: 'chat' },
      { type: 'chat' },
    ]);
  });
});

describe('what the bot says of itself', () => {
  it('is written in every language, says that it is the model only, and is written once', async () => {
    const stage = await stageTelegram({ languages: ['de', 'zh-Hant'] });
    await stage.start();
    const { descriptions } = stage.telegram;
    await eventually(() =>
      expect(descriptions.get('short_description:de')).toBe(de('telegram.shortDescription')),
    );
    expect([...descriptions.keys()].sort()).toEqual([
      'description',
      'description:de',
      'short_description',
      'short_description:de',
    ]);
    expect(descriptions.get('description')).toContain('not whether a phone is stolen');
    await stage.adapter.stop();
    const again = await stageTelegram({ languages: ['de'] }, stage);
    await again.start();
    await eventually(() => expect(stage.telegram.callsOf('getMyShortDescription')).toHaveLength(4));
    await stage.clock.sleep(1_000);
    expect(stage.telegram.callsOf('setMyDescription')).toHaveLength(2);
    expect(stage.telegram.callsOf('setMyShortDescription')).toHaveLength(2);
  });

  it.each(listLanguages())('fits into what Telegram allows in %s', (language) => {
    const say = sayIn(language);
    expect(say('telegram.description').length).toBeLessThanOrEqual(512);
    expect(say('telegram.shortDescription').length).toBeLessThanOrEqual(120);
  });
});

function namesIn(stage: Stage, scope: string): string[] | undefined {
  const list = stage.telegram.commands.get(scope) as { command: string }[] | undefined;
  return list?.map(({ command }) => command);
}
