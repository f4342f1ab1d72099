import { describe, test } from 'vitest';
import { conversation } from '../support/conversation.ts';

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
    reply.expect('a copy of the service', 'It’s free');
  });
});
