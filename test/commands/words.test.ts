import { describe, expect, test } from 'vitest';
import { GUIDE as DISCORD } from '../../src/adapters/discord/guide.ts';
import { GUIDE as TELEGRAM } from '../../src/adapters/telegram/guide.ts';
import { NO_HISTORY, type RecentCheck } from '../../src/history/history.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { asksBeyondModel } from '../../src/words/beyond-model.ts';
import { answers, basic, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, talk } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';
import { IMEI, OTHER_IMEI } from '../support/known.ts';

const found = () => answers.found(basic());

describe('while the store fails', () => {
  const failure = new StoreFailed(new Error('the disk is full'));

  function withoutStore() {
    const failing = () => Promise.reject(failure);
    const bugs: unknown[] = [];
    const services = {
      checker: { ...scriptedChecker(found), lookUp: failing },
      history: { ...NO_HISTORY, recent: failing },
      reportBug: (error: unknown) => bugs.push(error),
    };
    return { bugs, ...talk(found, { services }) };
  }

  test.each([
    ['/help', 'Send me an IMEI and I’ll tell you which phone it is'],
    ['help', 'Send me an IMEI and I’ll tell you which phone it is'],
    ['/imei', 'Send me an IMEI'],
    ['thanks', 'You’re welcome.'],
    ['how long?', 'I’m not checking anything for you here right now.'],
    ['what is all this', 'I don’t see an IMEI here'],
    ['full', 'What should I check?'],
    ['3520990017614', 'It has 13 digits; an IMEI has 15.'],
  ])(
    '“%s” is answered all the same, since it needs nothing that is stored',
    async (text, shown) => {
      for (const visibility of ['private', 'shared'] as const) {
        const { say, bugs } = withoutStore();
        (await say(text, { visibility })).expect(shown);
        for (const bug of bugs) expect(bug).toBe(failure);
      }
    },
  );

  test.each(['full', 'again'])(
    '“%s” after an answer is not answered while the store fails, since its phone is saved there',
    async (text) => {
      const { say } = withoutStore();
      await say(IMEI);
      // The reply to this says that the store fails.
      await expect(say(text)).rejects.toBe(failure);
    },
  );
});

describe('“full” and “again” mean the phone of the last answer', () => {
  const failing = imeiOf('35000000', 1);
  const ASK = 'What should I check?';

  /** Checks that are recent as soon as they are answered. */
  function remembering() {
    const recent: RecentCheck[] = [];
    const history = { ...NO_HISTORY, recent: async () => recent };
    const script = (imei: Imei) => {
      if (imei === failing) throw new ServiceFailure('timeout');
      recent.unshift({ imei, name: 'NOKIA 3310', at: NOW });
      return answers.found(basic());
    };
    return { recent, ...talk(script, { services: { history } }) };
  }

  test.each<[string, readonly string[], string]>([
    ['at once', [], IMEI],
    ['after small talk', ['thanks', 'how long?', 'price?', 'hello', 'yes', 'no'], IMEI],
    ['after a question', ['is it stolen?', 'help', 'what is all this'], IMEI],
    ['after another phone', [OTHER_IMEI], OTHER_IMEI],
    ['after both numbers of a phone', [`${OTHER_IMEI}\n352099001761481`], OTHER_IMEI],
    ['after the number of an older phone', [OTHER_IMEI, IMEI], IMEI],
    ['after a failed check', [failing], ASK],
    ['after a typo', ['352099001761480'], ASK],
    ['after a number that is asked about', [`Order no.: ${OTHER_IMEI}`], ASK],
    ['after the last digits of a phone', [OTHER_IMEI, IMEI.slice(-4)], ASK],
    ['after a model', ['nokia'], ASK],
    ['after a list', [linesOf(3)], ASK],
  ])('%s', async (_, before, meant) => {
    const { say, checked } = remembering();
    await say(IMEI);
    for (const text of before) await say(text);
    const paid = checked().length;
    for (const text of ['full', 'again', '/imei full']) (await say(text)).expect(meant);
    expect(checked()).toHaveLength(paid);
  });

  test('but not once it was forgotten', async () => {
    const { say, recent } = remembering();
    await say(IMEI);
    recent.splice(0);
    (await say('full')).expect(ASK);
  });

  test('after a file without a number, they mean no phone', async () => {
    const { say, send } = remembering();
    await say(IMEI);
    await send({ name: 'notes.txt', content: 'nothing here' });
    (await say('full')).expect(ASK);
  });

  test('as a reply to what has no number, they mean no phone', async () => {
    const { say, ask } = remembering();
    await say(IMEI);
    (await ask('imei', { imei: 'full', saved: true })).expect(ASK);
  });

  test('what was asked in a group changes nothing', async () => {
    const { say } = remembering();
    await say(IMEI);
    await say(OTHER_IMEI, { visibility: 'shared' });
    (await say('full')).expect(IMEI);
    (await say('full', { visibility: 'shared' })).expect(ASK);
  });
});

describe('the examples of what to send', () => {
  const EXAMPLE = '35… · one IMEI';

  test('come once a person', async () => {
    const { say } = talk(found);
    (await say('iPhone 13')).expect('I don’t see an IMEI here', EXAMPLE);
    (await say('Galaxy, blue')).expect('I don’t see an IMEI here').expectNot(EXAMPLE);
  });

  test.each(['iPhone 13', '/imei', 'is it stolen?'])(
    'do not come with “%s” to a person who has checked something',
    async (text) => {
      const recent = [{ imei: IMEI as Imei, name: 'NOKIA 3310', at: NOW }];
      const history = { ...NO_HISTORY, recent: async () => recent };
      (await talk(found, { services: { history } }).say(text)).expectNot(EXAMPLE);
    },
  );

  test('cost nothing when they are sent back', async () => {
    const { say, checked } = talk(found);
    await say((await say('iPhone 13')).text);
    expect(checked()).toEqual([]);
  });
});

describe('words without a number', () => {
  test.each([
    'help',
    ' HELP ME!',
    '?',
    '？',
    'can I send you a photo?',
    '؟',
    'Ayúdame',
    '¿Cómo funciona?',
    'помощь',
    'مُساعدة',
    '說明',
    'मदद',
  ])('“%s” gets the help', async (text) => {
    const reply = await talk(found).say(text);
    reply.expect('Send me an IMEI and I’ll tell you which phone it is', '[Commands]');
    expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'invalid' }]);
  });

  test.each([
    'is it stolen?',
    'Is my iPhone iCloud locked',
    'ist es geklaut',
    'téléphone volé',
    'он краденый?',
    'هل هو مسروق',
    '这是被盗的吗',
    '是偷的吗',
    'carrier?',
    'warranty?',
    'is it original',
    'is it new or refurbished',
    'clean?',
    'SIM-Lock?',
  ])('“%s” gets what the bot cannot know, and what to do', async (text) => {
    const reply = await talk(found).say(text);
    reply.expect('I can only tell you the model', 'Ask the mobile network', '35… · one IMEI');
    expect(reply.last.records?.()).toMatchObject([
      { ok: false, result: 'invalid', problem: 'no-imei' },
    ]);
  });

  test.each(['o’clock', 'a clock', 'voltage', 'Which phone is it?', 'flock of birds'])(
    '“%s” does not ask that',
    (text) => expect(asksBeyondModel(text)).toBe(false),
  );
});

describe('an IMEI with such a question', () => {
  const NOTE = 'This is the model only.';

  test('gets its answer, which begins with what the answer does not say', async () => {
    const reply = await talk(found).say(`is ${IMEI} stolen?`);
    expect(reply.last.summary).toMatch(/^This is the model only/u);
    reply.expect('NOKIA 3310');
    for (const { tone, summary = '' } of reply.states) {
      if (tone === 'progress') expect(summary).not.toMatch(NOTE);
    }
  });

  test.each([
    IMEI,
    `${IMEI} SIM-locked\n352099001761481 locked`,
    `${IMEI} ${'word '.repeat(30)} locked`,
  ])('gets the answer alone without a question, in a list or a long text: %.40s', async (text) => {
    (await talk(found).say(text)).expectNot(NOTE);
  });
});

test.each([
  ['hello', 'Hello. Send me an IMEI, a photo of the label, or a list.'],
  ['thx bro', 'You’re welcome.'],
  ['delete my data', '/forget deletes what I store about you.'],
  ['no', 'I’m not checking anything for you here right now.'],
  ['stop', 'I’m not checking anything for you here right now.'],
  ['how long?', 'I’m not checking anything for you here right now.'],
  ['yes', 'What should I check?'],
  ['full please', 'What should I check?'],
  ['again', 'What should I check?'],
  ['check the rest', 'What should I check?'],
])('“%s” about nothing gets a friendly reply', async (text, said) => {
  (await talk(found).say(text)).expect(said);
});

test.each([
  ['check 49015420323752', 'added the check digit 6'],
  ['Bitte prüfen: 49015420323752', 'added the check digit 6'],
  ['full 49015420323752', 'added the check digit 6'],
  ['check 4901542032375', 'It has 13 digits; an IMEI has 15.'],
  ['check this please 352099001761481', 'NOKIA 3310'],
])('a request around a number is not read as its name: %s', async (text, said) => {
  (await talk(found).say(text)).expect(said);
});

describe('/help', () => {
  test('says in six lines what to send, and the rest is behind buttons that lead back', async () => {
    const { say, ask, press } = conversation({ services: { guideOf: () => TELEGRAM } });
    const start = await say('/help');
    expect(start).toMatchInlineSnapshot(`
      Send me an IMEI and I’ll tell you which phone it is
      A number, a list, a photo of the label or of *#06#, a PDF: send it as you have it.
      This is the model only. I can’t see whether the phone is stolen, blocked or locked.
      [Commands]
      [In groups]
      [Privacy]
    `);
    const inPlace = start.last.actions.filter(({ opens }) => opens === 'here');
    expect(inPlace.map(({ label }) => label)).toEqual(['Commands', 'In groups']);
    const commands = await press(start.last, 'Commands');
    commands.expect(
      /\/imei: .*\n\/quota: .*\n\/recent: [\s\S]*\n\/forget: [\s\S]*\n\/privacy: [\s\S]*\n\/help: /u,
      '# Examples\n35… · one IMEI\n/imei full 35… · everything about the phone\n',
      'Send a photo of the label',
    );
    const groups = await press(start.last, 'In groups');
    groups.expect('In a group, write /imei with a number', 'below the first photo of an album');
    const greeting = await ask('help', { topic: 'greeting' });
    greeting.expect('/imei and a number: only you see the answer.');
    expect(actionOf(groups.last, 'Back').opens).toBe('here');
    expect((await press(groups.last, 'Back')).text).toBe(start.text);
    (await press(start.last, 'Privacy')).expect('What I store');
  });

  test('on Discord begins with the menu of a message', async () => {
    const { say, ask, press } = conversation({ services: { guideOf: () => DISCORD } });
    const start = await say('/help');
    start.expect(
      'menu of any message → Apps → Check IMEIs: I read it, and only you see the answer.',
    );
    expect(start.text.split('\n').filter((line) => !line.startsWith('['))).toHaveLength(4);
    (await press(start.last, 'In groups')).expect('On a server, mention me (@)');
    const greeting = await ask('help', { topic: 'greeting' });
    greeting.expect('open the menu of a message → Apps → Check IMEIs');
    (await ask('help', { topic: 'unreadable' })).expect('I can’t read that message');
  });

  test('shows an example only if its answer is saved, for nothing', async () => {
    const { say, press, checked } = talk(found);
    (await say('/help')).expectNot('Try an example');
    await say(IMEI);
    (await press((await say('/help')).last, 'Try an example')).expect('NOKIA 3310');
    expect(checked()).toEqual([IMEI]);
  });

  test('says what the sandbox is, on the sandbox, where the example is free', async () => {
    const { say, press } = talk(found, { settings: { isSandbox: true } });
    const start = await say('/help');
    start.expect('This is the sandbox: it’s free').expectNot('In groups');
    (await press(start.last, 'Try an example')).expect('NOKIA 3310');
  });
});
