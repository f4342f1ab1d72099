import { expect, it } from 'vitest';
import { deferred } from '../../../src/core/promises.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import { replyOf } from '../../support/replies.ts';
import { type Stage, stageTelegram } from './stage.ts';

const de = sayIn('de');
const COMMANDS = ['imei', 'quota', 'help'];

it('Telegram gets the lists of commands and the descriptions in each language, once', async () => {
  const stage = await stageTelegram({ languages: ['de', 'zh-Hant'] });
  const { commands, descriptions } = stage.telegram;
  stage.bob.begin();
  await stage.start();
  await expect.poll(() => descriptions.has('short_description:de')).toBe(true);
  expect(descriptions.get('short_description:de')).toBe(de('telegram.shortDescription'));
  const lists = Object.fromEntries(
    [...commands.keys()].map((scope) => [scope, namesIn(stage, scope)]),
  );
  expect(lists).toEqual({
    default: COMMANDS,
    'default:de': COMMANDS,
    all_group_chats: COMMANDS,
    'all_group_chats:de': COMMANDS,
  });
  expect(commands.get('all_group_chats:de')).toMatchObject([
    { command: 'imei', description: de('commands.imei.description'), is_ephemeral: true },
    { command: 'quota', is_ephemeral: true },
    { command: 'help', is_ephemeral: true },
  ]);
  expect(JSON.stringify(commands.get('default:de'))).not.toContain('is_ephemeral');
  expect([...descriptions.keys()].sort()).toEqual([
    'description',
    'description:de',
    'short_description',
    'short_description:de',
  ]);
  expect(descriptions.get('description')).toContain('not whether a phone is stolen');
  const written = () => stage.telegram.calls.filter(({ method }) => method.startsWith('setMy'));
  const before = written().length;
  await stage.adapter.stop();
  const second = await stageTelegram({ languages: ['de'] }, stage);
  await second.start();
  await expect.poll(() => stage.telegram.callsOf('getMyShortDescription')).toHaveLength(4);
  // Two ways there and back, in which more would have been written.
  for (const _ of [1, 2]) await second.adapter.notify('telegram:user:22', replyOf());
  expect(written()).toHaveLength(before);
});

it.each([
  ['a list', 'setMyCommands'],
  ['a description', 'setMyDescription'],
])('the next start tries again to write %s that Telegram refused', async (_, method) => {
  const registered = deferred<boolean>();
  const stage = await stageTelegram({
    store: {
      registerOnce: async (_name, _code, register) => registered.resolve(await register()),
    },
  });
  stage.telegram.mishap(method, { code: 400, description: 'Bad Request' });
  await stage.start();
  expect(await registered.promise).toBe(false);
  expect(stage.warnings('A list of commands or a description')).toHaveLength(1);
  // What could be written is there.
  expect(stage.telegram.commands.has('default')).toBe(true);
  expect(stage.telegram.descriptions.has('short_description')).toBe(method === 'setMyCommands');
});

function namesIn(stage: Stage, scope: string): string[] | undefined {
  const list = stage.telegram.commands.get(scope) as { command: string }[] | undefined;
  return list?.map(({ command }) => command);
}
