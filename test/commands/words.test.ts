import { describe, expect, test } from 'vitest';
import { asksBeyondModel, asksForHelp } from '../../src/format/words/understood.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';

const IMEI = '490154203237518';
const NOTE = 'This is the model only.';

function talk(as: Parameters<typeof conversation>[0] = {}) {
  const checker = scriptedChecker(() => answers.found(basic()));
  return { checker, ...conversation({ ...as, services: { checker } }) };
}

describe('words without a number', () => {
  test.each([
    'help',
    'Help!',
    ' HELP ME ',
    '?',
    'Ayúdame',
    '¿Cómo funciona?',
    'Hilfe',
    'помощь',
    'مُساعدة',
    '帮助',
    '說明',
    'मदद',
  ])('“%s” is answered with the help', async (text) => {
    const reply = await talk().say(text);
    reply.expect('# Commands', '/imei: ').expectNot('/quota');
    expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'invalid' }]);
  });

  test('ask for more of an admin’s help by an admin', async () => {
    (await talk({ as: { admin: true } }).say('help')).expect('/quota: ');
  });

  test('with more beside “help” are none', () => {
    for (const text of ['help my phone was dropped', 'this helps', '??', '', 'x'.repeat(10_000)])
      expect(asksForHelp(text), text).toBe(false);
  });

  test.each([
    'is it stolen?',
    'Is my iPhone iCloud locked',
    'ist es geklaut',
    'téléphone volé',
    'он краденый?',
    'هل هو مسروق',
    '这是被盗的吗',
    'clean?',
    'SIM-Lock?',
  ])('“%s” is told what the bot cannot know, and what to do', async (text) => {
    const reply = await talk().say(text);
    reply.expect('I can only tell you the model', 'ask the mobile network', '490154203237518 · one IMEI');
    expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'invalid', problem: 'no-imei' }]);
  });

  test.each(['o’clock', 'a clock', 'voltage', 'Which phone is it?', 'flock of birds'])(
    '“%s” asks for nothing of the kind',
    (text) => expect(asksBeyondModel(text)).toBe(false),
  );
});

describe('an IMEI with a question beside it', () => {
  test('is answered as always, with a word first on what the answer does not say', async () => {
    const { say } = talk();
    const reply = await say(`is ${IMEI} stolen?`);
    expect(reply.last.summary).toMatch(/^This is the model only/u);
    reply.expect('NOKIA 3310');
    expect(
      reply.states.filter(({ tone }) => tone === 'progress').every(({ summary }) => !summary?.includes(NOTE)),
    ).toBe(true);
  });

  test('is answered without it where nobody asked: alone, in a list, amid a long text', async () => {
    const { say } = talk();
    (await say(IMEI)).expectNot(NOTE);
    (await say(`${IMEI} SIM-locked\n352099001761481 locked`)).expectNot(NOTE);
    (await say(`${IMEI} ${'word '.repeat(30)} locked`)).expectNot(NOTE);
  });
});
