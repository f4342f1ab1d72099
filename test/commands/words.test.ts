import { describe, expect, test } from 'vitest';
import { isBeyondModel } from '../../src/format/words/understood.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { conversation, talk } from '../support/conversation.ts';

const IMEI = '490154203237518';
const found = () => answers.found(basic());

describe('words without a number', () => {
  test.each([
    'help',
    ' HELP ME!',
    '?',
    'Ayúdame',
    '¿Cómo funciona?',
    'помощь',
    'مُساعدة',
    '說明',
    'मदद',
  ])('“%s” gets the help', async (text) => {
    const reply = await talk(found).say(text);
    reply.expect('# Commands', '/imei: ', '/quota: ');
    expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'invalid' }]);
  });

  test.each([
    ...[
      'is it stolen?',
      'Is my iPhone iCloud locked',
      'ist es geklaut',
      'téléphone volé',
      'он краденый?',
    ],
    ...['هل هو مسروق', '这是被盗的吗', 'clean?', 'SIM-Lock?'],
  ])('“%s” gets what the bot cannot know, and what to do', async (text) => {
    const reply = await talk(found).say(text);
    reply.expect(
      'I can only tell you the model',
      'Ask the mobile network',
      '490154203237518 · one IMEI',
    );
    expect(reply.last.records?.()).toMatchObject([
      { ok: false, result: 'invalid', problem: 'no-imei' },
    ]);
  });

  test.each(['o’clock', 'a clock', 'voltage', 'Which phone is it?', 'flock of birds'])(
    '“%s” is no such question',
    (text) => expect(isBeyondModel(text)).toBe(false),
  );
});

describe('an IMEI with such a question', () => {
  const NOTE = 'This is the model only.';

  test('gets its answer, which begins with what the answer does not say', async () => {
    const reply = await talk(found).say(`is ${IMEI} stolen?`);
    expect(reply.last.summary).toMatch(/^This is the model only/u);
    reply.expect('NOKIA 3310');
    for (const { tone, summary = '' } of reply.states)
      if (tone === 'progress') expect(summary).not.toMatch(NOTE);
  });

  test.each([
    IMEI,
    `${IMEI} SIM-locked\n352099001761481 locked`,
    `${IMEI} ${'word '.repeat(30)} locked`,
  ])('gets the answer alone without a question, in a list or a long text: %.40s', async (text) => {
    (await talk(found).say(text)).expectNot(NOTE);
  });
});

describe('/help', () => {
  test('lists the commands in order, with examples', async () => {
    const everyone = await conversation().say('/help');
    everyone.expect(
      /\/imei: .*\n\/quota: .*\n\/recent: [\s\S]*\n\/forget: [\s\S]*\n\/privacy: [\s\S]*\n\/help: /u,
      '# Examples\n490154203237518 · one IMEI\n/imei full 490154203237518 · everything about the phone\n',
    );
    everyone.expectNot('sandbox');
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
