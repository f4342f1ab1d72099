import { describe, expect, it } from 'vitest';
import type { TelegramTarget } from '../../../src/adapters/telegram/places.ts';
import type { Received } from '../../support/inbox.ts';
import { IMEI, OTHER_IMEI } from '../../support/known.ts';
import { replyOf } from '../../support/replies.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { GROUP, inGroup, stageTelegram, textOf } from './stage.ts';

/** What is said in a private chat, and what it asks. */
const IN_PRIVATE: readonly (readonly [said: string, text: string, parts: object, asked: string])[] =
  [
    ['free text', `mine is ${IMEI}, thanks`, {}, `/imei mine is ${IMEI}, thanks`],
    ['the words below a picture', '', { caption: `box ${IMEI}`, photo: [] }, `/imei box ${IMEI}`],
    ['a command with the name of the bot', `/IMEI@Imei_Bot ${IMEI}`, {}, `/imei ${IMEI}`],
    ['a sticker', '', { text: undefined, sticker: {} }, '/imei'],
    ['a contact', '', { text: undefined, contact: {} }, '/imei'],
    ['a place', '', { text: undefined, location: {} }, '/imei'],
    ['a poll', '', { text: undefined, poll: { question: 'Which?', options: [] } }, '/imei'],
    ['a story', '', { text: undefined, story: { id: 1, chat: {} } }, '/imei'],
    ['a throw of the dice', '', { text: undefined, dice: { emoji: '🎲', value: 6 } }, '/imei'],
    [
      'a checklist',
      '',
      { text: undefined, checklist: { title: 'Sold', tasks: [{ id: 1, text: IMEI }] } },
      `/imei Sold\n${IMEI}`,
    ],
    ['a command that is too long for one', `/${'a'.repeat(65)}`, {}, `/imei /${'a'.repeat(65)}`],
    ['/start', '/start', {}, '/help'],
    ['a deep link with a number', `/start ${IMEI}`, {}, `/imei ${IMEI}`],
    [
      'a deep link with a grouped number',
      '/start 49-015420-323751-8',
      {},
      '/imei 49-015420-323751-8',
    ],
    ['a deep link with underscores', '/start 49_015420_323751_8', {}, '/imei 49 015420 323751 8'],
    ['a deep link from somewhere', '/start newsletter', {}, '/help'],
  ];

/** What is said in a group in which the bot reads everything, and what it asks, if anything. */
const IN_GROUP: readonly (readonly [text: string, asked?: string])[] = [
  [`/check ${IMEI}`],
  [`/imei@another_bot ${IMEI}`],
  ['/helpp@another_bot'],
  [`/check2_${IMEI}`],
  [`/imei ${IMEI}`, `/imei ${IMEI}`],
  [`what is ${IMEI} @imei_bot`, `/imei what is ${IMEI}`],
  [`/imei${IMEI}`, `/imei ${IMEI}`],
  [`/check2_${IMEI}@imei_bot`, `/imei /check2_${IMEI}`],
  [`/imei_${IMEI}_${OTHER_IMEI}@imei_bot`, `/imei ${IMEI}_${OTHER_IMEI}`],
];

/** The id of the message that is answered. */
function repliedTo({ request }: Received): string {
  const { place } = request.target as TelegramTarget;
  return place.where === 'chat' ? String(place.replyTo) : '';
}

describe('a private chat', () => {
  it('all that a person says is a question, but nothing that bots or Telegram itself write', async () => {
    const stage = await stageTelegram();
    await stage.start();
    const silent = [
      { from: { id: 5, is_bot: true, first_name: 'Bot' } },
      { via_bot: { id: 7, is_bot: true, first_name: 'IMEI' } },
      { text: undefined, message_auto_delete_timer_changed: { message_auto_delete_time: 1 } },
    ];
    for (const parts of silent) stage.ann.say(IMEI, { parts: parts as object });
    for (const [, text, parts] of IN_PRIVATE) stage.ann.say(text, { parts });
    await stage.received(IN_PRIVATE.length);
    const asked = new Map(stage.inbox.map((one) => [repliedTo(one), textOf(one)]));
    const first = Math.min(...[...asked.keys()].map(Number));
    expect(IN_PRIVATE.map(([said], index) => [said, asked.get(String(first + index))])).toEqual(
      IN_PRIVATE.map(([said, , , text]) => [said, text]),
    );
    expect(stage.inbox).toHaveLength(IN_PRIVATE.length);
  });
});

describe('a group', () => {
  it('commands for the bot and mentions anywhere are questions, and nothing else is', async () => {
    const stage = await inGroup();
    const cat = createPerson(stage.telegram, { id: 55, privacy: false });
    for (const [text] of IN_GROUP) cat.say(text, { group: GROUP });
    const expected = IN_GROUP.flatMap(([, asked]) => asked ?? []);
    await stage.received(expected.length);
    expect(stage.inbox.map(textOf).sort()).toEqual(expected.sort());
  });

  const anonymous = {
    from: { id: 1_087_968_824, is_bot: true, first_name: 'Group' },
    sender_chat: { id: GROUP, type: 'supergroup', title: 'Group' },
  };
  it.each<[string, object, string, number?]>([
    ['a member', {}, 'user:11'],
    ['a member, in a topic', { thread: 9 }, 'user:11', 9],
    [
      'a member, in a thread of replies, which is not a topic',
      { parts: { message_thread_id: 77 } },
      'user:11',
    ],
    ['an anonymous admin, who writes as the group', { parts: anonymous }, `chat:${GROUP}`],
  ])(
    'the answer to %s is a reply to the question, which others read',
    async (_, where, who, thread) => {
      const stage = await inGroup();
      const said = stage.ann.say(`/imei ${IMEI}`, { group: GROUP, ...where });
      const { request, show } = await stage.received();
      const [requester, scopes] = [`telegram:${who}`, [`telegram:chat:${GROUP}`]];
      expect(request).toMatchObject({ visibility: 'shared', requester, scopes });
      await show(replyOf(), { isLast: true });
      expect(stage.shown()).toMatchObject([{ chat: GROUP, replyTo: said.id }]);
      expect(stage.shown()[0]?.thread).toBe(thread);
    },
  );
});

it('a command without a number is about what it quotes, or is asked back', async () => {
  const stage = await inGroup();
  const said = stage.bob.say(`sold ${IMEI}`, { group: GROUP });
  const quote = { quote: { text: OTHER_IMEI, position: 0 } };
  stage.ann.say('/imei', { group: GROUP, replyTo: said, parts: quote });
  expect(textOf(await stage.received())).toBe(`/imei ${OTHER_IMEI}`);
  const bare = stage.ann.say('/imei', { group: GROUP });
  const asked = await stage.received(2);
  expect(textOf(asked)).toBe('/imei');
  await asked.show(replyOf({ title: 'Which one?', answerHint: 'An IMEI' }), {
    isLast: true,
  });
  // The field for the answer is opened for the asker alone; privacy mode lets a reply through.
  expect(stage.telegram.callsOf('sendMessage')[0]?.payload).toMatchObject({
    reply_markup: { force_reply: true, selective: true, input_field_placeholder: 'An IMEI' },
    reply_parameters: { message_id: bare.id },
  });
  const [question] = stage.shown();
  stage.ann.say(IMEI, { group: GROUP, ...(question && { replyTo: question }) });
  expect(textOf(await stage.received(3))).toBe(`/imei ${IMEI}`);
});
