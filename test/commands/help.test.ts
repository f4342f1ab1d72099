import { describe, test } from 'vitest';
import { conversation } from '../support/conversation.ts';

describe('/help', () => {
  test('lists what its asker may use, in order, with examples', async () => {
    const everyone = await conversation().say('/help');
    everyone.expect(
      /\/imei: [\s\S]*\n\/recent: [\s\S]*\n\/forget: [\s\S]*\n\/privacy: [\s\S]*\n\/help: /u,
      '# Examples\n490154203237518 · one IMEI\n/imei full 490154203237518 · everything about the phone\n',
    );
    everyone.expectNot('/quota', 'sandbox');
    const admin = await conversation({ as: { admin: true } }).say('/help');
    admin.expect(/\/imei: .*\n\/quota: .*\n\/recent: /u);
  });

  test('has the examples of the place where it was asked', async () => {
    const { say } = conversation({ services: { surfaceOf: async () => 'chat' } });
    const inGroups = ['In a group, write /imei with a number', 'below the first photo of an album'];
    (await say('/help')).expect('Send a photo of the label', ...inGroups).expectNot('file:label');
    (await say('hello')).expect('Send a photo of the label').expectNot(...inGroups);
    (await conversation().say('/help')).expectNot(...inGroups);
    (await say('/imei')).expect('Send a photo of the label');
  });

  test('says what the sandbox is, on the sandbox', async () => {
    const reply = await conversation({ settings: { sandbox: true } }).say('/help');
    reply.expect('a copy of the service', 'It’s free');
  });
});
