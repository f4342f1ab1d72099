import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answers, basic, full } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation, type Setup } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const [A, B, C, D] = [1, 2, 3, 4].map((serial) => imeiOf('35693803', serial)) as [
  string,
  string,
  string,
  string,
];

function talk(setup: Setup = {}, device = basic()) {
  const checker = scriptedChecker(() => answers.found(device));
  const asked = () => checker.asked.map(({ imei }) => imei);
  return { asked, ...conversation({ ...setup, needs: { checker, ...setup.needs } }) };
}

const WITHOUT_BUTTONS = 'To check these too, send the same again with --anyway.';

describe('a number that may be something else', () => {
  test.each([
    ['named', `Order no.: ${A}`, `Order no.: ${A}`, 'Check Order no. (1)'],
    ['named', `Sendungsnummer ${A}`, `Sendungsnummer: ${A}`, 'Check Sendungsnummer (1)'],
    ['named', `subscriberId: ${A}`, `subscriberId: ${A}`, 'Check subscriberId (1)'],
    ['no-body', '770000000000008', 'unusual number: 770000000000008', 'Check unusual number (1)'],
    ['test-range', '004999010640000', 'test number: 004999010640000', 'Check test number (1)'],
    ['length', `about ${A.slice(0, 14)} of them`, `14 or 16 digits: ${A}`, 'Check 14 or 16 digits (1)'],
    ['link', `https://a.example/?track=${A}`, `number in a link: ${A}`, 'Check number in a link (1)'],
  ])('is asked about (%s): %s', async (why, text, line, button) => {
    const { say, press, asked } = talk();
    const reply = await say(text);
    reply.expect('Should I check this number?', line, '(No check used)', `[${button}]`);
    expect(reply.last).toMatchObject({ tone: 'neutral', withoutButtons: WITHOUT_BUTTONS });
    expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'asked', why }]);
    expect(asked()).toEqual([]);
    (await press(reply.last, button)).expect('NOKIA 3310');
    (await say(`${text} --anyway`)).expect('NOKIA 3310');
    expect(asked()).toHaveLength(2);
  });

  test('is listed below an answer, which stays when its buttons are pressed', async () => {
    const { say, press, asked } = talk({}, full());
    const reply = await say(`IMEI: ${A}\nOrder no.: ${B}`);
    reply.expect('SAMSUNG', `# Check this too?\nOrder no.: ${B}`, '[Check Order no. (1)]');
    expect(reply.last.records?.()).toMatchObject([
      { imei: A, result: 'found' },
      { imei: B, ok: false, result: 'asked', why: 'named', name: 'Order no.' },
    ]);
    expect(asked()).toEqual([A]);
    expect(reply.last.actions.map(({ opens }) => opens)).not.toContain('here');
    (await press(reply.last, 'Check Order no. (1)')).expect(`IMEI: ${B}`);
  });

  test('has one button for each name, and one for all further names', async () => {
    const { say, press, asked } = talk();
    const names = ['Order', 'Invoice', 'Order', 'Tracking', 'Serial', 'Customer', 'Account'];
    const numbers = names.map((_, index) => imeiOf('35693803', index));
    const reply = await say(names.map((name, index) => `${name}: ${numbers[index]}`).join('\n'));
    expect(reply.last.actions.map(({ label }) => label)).toEqual([
      'Check Order (2)',
      'Check Invoice (1)',
      'Check Tracking (1)',
      'Check Serial (1)',
      'Check the others (2)',
    ]);
    await press(reply.last, 'Check Order (2)');
    expect(asked()).toEqual([numbers[0], numbers[2]]);
    await press(reply.last, 'Check the others (2)');
    expect(asked().slice(2)).toEqual([numbers[5], numbers[6]]);
  });

  test('is counted in a list, and shown with its cost first if there are many', async () => {
    const { say, press, asked } = talk({ settings: { batchConfirm: 2 } });
    const orders = linesOf(3).split('\n');
    const reply = await say([A, B, ...orders.map((order) => `Order: ${order}`)].join('\n'));
    reply.expect('# Check these too? (3)');
    const plan = await press(reply.last, 'Check Order (3)');
    plan.expect('Check 3 IMEIs?');
    expect(asked()).toEqual([A, B]);
    (await press(plan.last, 'Check them')).expect('All 3 found');
  });

  test('is masked where others can read', async () => {
    const { say } = talk({ as: { visibility: 'shared' } });
    (await say(`Order no.: ${A}`)).expect('Order no.: 35693803•••••••').expectNot(A);
  });

  test('is checked without asking beside a name that only contains such a word', async () => {
    const { say, asked } = talk();
    for (const [name, imei] of Object.entries({ Sean: A, Heidi: B, Riccardo: C, Tracker: D }))
      (await say(`${name}: ${imei}`)).expect(`IMEI: ${imei}`);
    expect(asked()).toEqual([A, B, C, D]);
  });
});

describe('nothing vanishes', () => {
  const NAMES = ['', 'Order no. ', 'Sean: ', 'IMEI ', 'Tracking: ', 'x=', 'https://a.example/?id=', '4'];
  const TACS = ['35209900', '35693803', '86012304', '77000000', '00499901', '40128888', '01161200'];
  const number = fc
    .tuple(fc.constantFrom(...TACS), fc.nat(999_999))
    .map(([tac, serial]) => imeiOf(tac, serial));
  const line = fc.tuple(fc.constantFrom(...NAMES), number, fc.constantFrom('', ' ok', ', 12', '.'));

  test('of any text: each 15 digits with a right check digit are in the reply', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom('\n', '; ', ' and '),
        fc.constantFrom(2, 500),
        async (lines, separator, batchMax) => {
          const text = lines.map((parts) => parts.join('')).join(separator);
          const { say } = talk({ settings: { batchMax, batchConfirm: 500 } });
          const reply = await say(`/imei ${text}`);
          for (const [run] of text.matchAll(/(?<!\d)\d{15}(?!\d)/g)) reply.expect(run);
        },
      ),
      { numRuns: 150 },
    );
  });
});
