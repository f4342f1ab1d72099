import { expect, it } from 'vitest';
import { sayIn } from '../../../src/format/words/say.ts';
import { replyOf } from '../../support/replies.ts';
import { eventually, type Stage, stageTelegram } from './stage.ts';

const de = sayIn('de');
const EVERYONES = ['imei', 'help'];
const ADMINS = ['imei', 'quota', 'help'];

it('writes lists and descriptions in every language, those of admins for admins alone, and each once', async () => {
  const options = {
    languages: ['de', 'zh-Hant'],
    admins: ['telegram:user:11', 'telegram:user:22'] as const,
  };
  const stage = await stageTelegram(options);
  const { commands, descriptions } = stage.telegram;
  stage.bob.begin();
  commands.set('chat:22', [{ command: 'old', description: 'An old one' }]);
  await stage.start();
  stage.bob.say('/help');
  await eventually(() => expect(namesIn(stage, 'chat:22')).toEqual(ADMINS));
  await eventually(() => expect(descriptions.has('short_description:de')).toBe(true));
  expect(descriptions.get('short_description:de')).toBe(de('telegram.shortDescription'));
  const lists = Object.fromEntries(
    [...commands.keys()].map((scope) => [scope, namesIn(stage, scope)]),
  );
  expect(lists).toEqual({
    ...{ default: EVERYONES, 'default:de': EVERYONES },
    ...{ all_group_chats: EVERYONES, 'all_group_chats:de': EVERYONES },
    'chat:22': ADMINS,
  });
  expect(commands.get('chat:22')).toMatchObject([
    { description: de('commands.imei.description') },
    {},
    {},
  ]);
  expect(commands.get('all_group_chats:de')).toMatchObject([
    { command: 'imei', description: de('commands.imei.description'), is_ephemeral: true },
    { command: 'help', is_ephemeral: true },
  ]);
  expect(JSON.stringify(commands.get('default:de'))).not.toContain('is_ephemeral');
  expect([...descriptions.keys()].sort()).toEqual([
    ...['description', 'description:de', 'short_description', 'short_description:de'],
  ]);
  expect(descriptions.get('description')).toContain('not whether a phone is stolen');
  // Nothing is written into the chat of an admin who has not opened it.
  const written = () => stage.telegram.calls.filter(({ method }) => method.startsWith('setMy'));
  expect(
    written().filter(({ payload }) => JSON.stringify(payload).includes('"chat_id":11')),
  ).toEqual([]);
  const before = written().length;
  stage.ann.begin();
  await stage.adapter.stop();
  const second = await stageTelegram({ languages: ['de'], admins: ['telegram:user:22'] }, stage);
  await second.start();
  await eventually(() => expect(stage.telegram.callsOf('getMyShortDescription')).toHaveLength(4));
  // Two ways there and back, in which more would have been written.
  for (const _ of [1, 2]) await second.adapter.notify('telegram:user:22', replyOf());
  expect(written()).toHaveLength(before);
});

function namesIn(stage: Stage, scope: string): string[] | undefined {
  const list = stage.telegram.commands.get(scope) as { command: string }[] | undefined;
  return list?.map(({ command }) => command);
}
