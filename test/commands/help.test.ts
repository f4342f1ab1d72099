import { describe, expect, test } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import { conversation, quiet } from '../support/conversation.ts';

describe('/help', () => {
  test('lists what its asker may use, in order, with examples', async () => {
    const everyone = await conversation().say('/help');
    everyone.expect(
      /\/imei: .*\n\/recent: .*\n\/forget: .*\n\/privacy: .*\n\/help: /u,
      '/imei 490154203237518',
    );
    everyone.expectNot('/quota', 'sandbox');
    const admin = await conversation({ as: { admin: true } }).say('/help');
    admin.expect(/\/imei: .*\n\/quota: .*\n\/recent: /u);
  });

  test('says what the sandbox is, on the sandbox', async () => {
    const reply = await conversation({ settings: { sandbox: true } }).say('/help');
    reply.expect('a copy of the service for trying out', 'It costs nothing');
  });
});

describe('the commands', () => {
  test('have words for every option and choice', () => {
    for (const { name, options, words } of createCommands(quiet)) {
      expect(Object.keys(words.options), name).toEqual(options.map((option) => option.name));
      for (const option of options) {
        const choices = option.kind === 'choice' ? option.choices : [];
        expect(Object.keys(words.options[option.name]?.choices ?? {}), option.name).toEqual(choices);
      }
    }
  });
});
