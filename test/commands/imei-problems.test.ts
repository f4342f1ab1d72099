import { describe, expect, test } from 'vitest';
import { answers } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const checker = scriptedChecker(() => {
  throw new Error('a number that is no IMEI was sent to the service');
});
const { say } = conversation({ needs: { checker } });

describe('what is no IMEI costs nothing and is told exactly', () => {
  test.each(['hello', 'which phone is this?', 'bought on 2024-11-21'])(
    '“%s” gets a friendly hint',
    async (text) => {
      const reply = await say(`/imei ${text}`);
      reply.expect('I don’t see an IMEI here', 'Dial *#06#', '490154203237518 · one IMEI');
      expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'invalid', problem: 'no-imei' }]);
    },
  );

  test.each([
    ['4901542032375', 'This number is too short', 'It has 13 digits; an IMEI has 15.'],
    [
      '490154203237517',
      'There’s a typo in this number',
      'Compare it with *#06# on the phone. (If the other digits are right, the last one is 8, not 7.)',
    ],
    [
      '49015420323751O',
      'There’s a letter in this number',
      'Character 15 is “O”, but an IMEI has only digits.',
    ],
    ['8944110068012345678', 'This is a different kind of number', 'It looks like a SIM card number (ICCID)'],
    ['R58M12ABCDE', 'This is a different kind of number', 'It looks like a serial number'],
    ['35693803******2', 'Some digits of this number are hidden', 'I need all 15 of them.'],
    ['12345678901234', 'This probably isn’t an IMEI', 'No phone should have a number like this.'],
    ['000000000000000', 'This is a placeholder, not an IMEI', 'when the real number is missing'],
    [
      '490154203237510',
      'There’s a typo in this number',
      'If yours comes from one, the IMEI is 490154203237518.',
    ],
  ])('%s: %s', async (text, title, lead) => {
    const reply = await say(`/imei ${text}`);
    reply.expect(title, lead, `You sent: ${text}`, '(No check used)');
    expect(reply.last.tone).toBe('bad');
    expect(reply.last.records?.()).toMatchObject([{ imei: text, ok: false, result: 'invalid' }]);
  });

  test('several invalid numbers are told one a line', async () => {
    (await say('/imei 4901542032375\n490154203237517')).expect(
      'There’s no valid IMEI here',
      'Line 1: 4901542032375 · too short, 13 digits instead of 15',
      'Line 2: 490154203237517 · typo (if the other digits are right, the last one is 8, not 7)',
    );
  });
});

describe('a number that a spreadsheet has cut off', () => {
  test('is explained, with how to get its digits back', async () => {
    const reply = await say('3.52E+14');
    reply.expect(
      'The spreadsheet shortened this number',
      'format the column as a number without decimals, then copy or export it again',
      'You sent: 3.52E+14',
      '(No check used)',
    );
    expect(reply.last.records?.()).toMatchObject([{ ok: false, problem: 'cut-off' }]);
  });

  test('is named in a list', async () => {
    (await say('3.52E+14\n4901542032375')).expect(
      'Line 1: 3.52E+14 · the spreadsheet shortened this number; format the column',
    );
  });
});

describe('an IMEI with letters for digits', () => {
  const NUMBER = '4901542O3237518';
  const IMEI = '490154203237518';
  const talk = (visibility: 'private' | 'shared' = 'private') => {
    const checker = scriptedChecker(() => answers.notFound());
    return { checker, ...conversation({ needs: { checker }, as: { visibility } }) };
  };

  test('is asked about, and checked when its button is pressed', async () => {
    const { say, press, checker } = talk();
    const reply = await say(NUMBER);
    reply.expect(
      'There’s a letter in this number',
      'Character 8 is “O”, but an IMEI has only digits. Compare it with *#06# on the phone.',
      `You sent: ${NUMBER}`,
      '(No check used)',
    );
    expect(reply.last.records?.()).toMatchObject([
      { imei: NUMBER, ok: false, result: 'invalid', problem: 'letter', maybe: IMEI },
    ]);
    expect(checker.asked).toEqual([]);
    (await press(reply.last, `Check ${IMEI}`)).expect(`IMEI: ${IMEI}`);
    expect(checker.asked).toMatchObject([{ imei: IMEI }]);
  });

  test.each([
    ['0', 'OoQD'],
    ['1', 'lIi'],
    ['2', 'Zz'],
    ['5', 'Ss'],
    ['6', 'G'],
    ['8', 'B'],
  ])(
    'is offered with its %s for each of %s, and nothing is spent before the press',
    async (digit, letters) => {
      const imei = imeiOf('35209900', Number(`4${digit}7394`));
      for (const letter of letters) {
        const typed = `${imei.slice(0, 9)}${letter}${imei.slice(10)}`;
        const { say, press, checker } = talk();
        const reply = await say(typed);
        reply.expect(`“${letter}”, but an IMEI has only digits`, '(No check used)');
        expect(reply.last.actions.map(({ label }) => label)).toEqual([`Check ${imei}`]);
        expect(checker.asked).toEqual([]);
        await press(reply.last, `Check ${imei}`);
        expect(checker.asked).toMatchObject([{ imei }]);
      }
    },
  );

  test('is not offered where the check digit does not fit', async () => {
    const { say, checker } = talk();
    for (const typed of ['4901542O3237517', '4901S4203237517', '49015420323751S'])
      expect((await say(`${typed} --anyway`)).last.actions, typed).toEqual([]);
    expect(checker.asked).toEqual([]);
  });

  test('is checked on demand where there are no buttons', async () => {
    const { say, checker } = talk();
    const { last } = await say(NUMBER);
    expect(last.withoutButtons).toBe('To check these too, send the same again with --anyway.');
    (await say(`${NUMBER} --anyway`)).expect(`IMEI: ${IMEI}`);
    expect(checker.asked).toMatchObject([{ imei: IMEI }]);
  });

  test('is named beside others, and not checked with them', async () => {
    const { say, press, checker } = talk();
    const reply = await say(`352099001761481\n${NUMBER}`);
    reply.expect(`Line 2: ${NUMBER} · character 8 is “O”, not a digit`);
    expect(checker.asked).toMatchObject([{ imei: '352099001761481' }]);
    (await press(reply.last, `Check ${IMEI}`)).expect(`IMEI: ${IMEI}`);
  });

  test('is not put right before others, and can be checked all the same', async () => {
    const { say, press, checker } = talk('shared');
    const reply = await say(NUMBER);
    reply.expect('4901542O•••••••', '[Correct and check (1)]').expectNot(IMEI, '3237518');
    await press(reply.last, 'Correct and check (1)');
    expect(checker.asked).toMatchObject([{ imei: IMEI }]);
  });
});

test('a list with the 0 of a network as the last digits is completed by one button', async () => {
  const open = conversation({ needs: { checker: scriptedChecker(() => answers.notFound()) } });
  const whole = linesOf(3).split('\n');
  const reply = await open.say(whole.map((imei) => `${imei.slice(0, 14)}0`).join('\n'));
  (await open.press(reply.last, 'complete')).expect(whole.find((imei) => !imei.endsWith('0')) ?? '');
});

describe('a mistyped IMEI', () => {
  const nokia = { brand: 'Nokia', model: '3310' };
  const talk = (tac: string, visibility: 'private' | 'shared' = 'private') =>
    conversation({
      needs: { tacName: (asked) => (asked === tac ? nokia : undefined) },
      as: { visibility },
    });

  test('with a wrong type code is offered as what it was meant to be', async () => {
    const { say, press } = talk('49015420');
    const reply = await say('490145203237518');
    reply.expect('# Maybe you meant\n490154203237518 · Nokia 3310\n');
    (await press(reply.last, 'Check 490154203237518')).expect('IMEI: 490154203237518');
  });

  test('with a wrong serial may be any of many, so none is offered', async () => {
    const reply = await talk('49015420').say('490154203237528');
    reply.expect('490154203237518 · Nokia 3310', '490154203237526 · Nokia 3310').expectNot('[Check');
    const everyTac = conversation({ needs: { tacName: () => nokia } });
    (await everyTac.say('490154203237528')).expect(/\nor \d+ more\n/u);
  });

  test('is not put right before others', async () => {
    const reply = await talk('49015420', 'shared').say('490145203237518');
    reply.expect('There’s a typo in this number').expectNot('Maybe you meant', '[');
  });
});

describe('the catalogue', () => {
  test('has IMEIs for examples that are IMEIs indeed', async () => {
    const open = conversation();
    for (const text of ['490154203237518', '35-209900-176148-1', linesOf(1)]) {
      (await open.say(text)).expect('Not found');
    }
  });
});
