import { describe, expect, it } from 'vitest';
import { violationsOf as violationsOnDiscord } from '../support/discord/specification.ts';
import { violationsOf as violationsOnTelegram } from '../support/telegram/specification.ts';

/** The fakes of both platforms hold each call of every test against these. */
describe('the published specification', () => {
  it.each([
    ['sendMessage', { chat_id: 1, text: 'x', reply_parameters: { message_id: 2 } }, undefined],
    ['sendMessage', { chat_id: '1', text: 'x', reply_parameters: {} }, 'reply_parameters'],
    ['sendMessage', { chat_id: 1, text: 'x', reply_markup: {} }, 'reply_markup'],
    ['sendMessage', { chat_id: 1, text: 'x', link_preview_options: {} }, 'link_preview_options'],
    ['sendMessage', { text: 'x' }, 'chat_id'],
    ['sendMessage', { chat_id: 1, text: 'x', receiver_user_id: 2 }, 'receiver_user_id'],
    ['sendMessage', { chat_id: 1, text: 'x', parse_mode: 'html5' }, 'parse_mode'],
    ['setMyCommands', { commands: [{ command: 'imei' }] }, 'commands[0].description'],
    ['sendMassage', {}, 'there is no such method'],
  ])('Telegram’s types take or refuse a call of %s with %j', (method, payload, problem) => {
    const problems = violationsOnTelegram(method, payload);
    if (problem === undefined) expect(problems).toEqual([]);
    else expect(problems.join().split(' in {')[0]).toContain(problem);
  });

  it.each([
    ['POST', '/channels/1/messages', { content: 'x', nonce: 'a', enforce_nonce: true }, undefined],
    ['POST', '/channels/1/messages', { content: 'x', nonce: 'a'.repeat(26) }, 'nonce'],
    ['POST', '/channels/1/messages', { content: 'x'.repeat(4_001) }, 'content'],
    ['POST', '/channels/1/messages', { text: 'x' }, 'text'],
    ['PATCH', '/webhooks/1/t/messages/@original', { embeds: [{ colour: 1 }] }, 'colour'],
    ['POST', '/channels/1/typing', { content: 'x' }, 'takes no body'],
    ['PUT', '/channels/1/typing', undefined, 'there is no such call'],
  ])('Discord’s specification takes or refuses %s %s with %j', (method, path, body, problem) => {
    const problems = violationsOnDiscord({ method, path, body });
    if (problem === undefined) expect(problems).toEqual([]);
    else expect(problems.join()).toContain(problem);
  });
});
