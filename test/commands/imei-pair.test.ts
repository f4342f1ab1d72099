import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/checks/answer.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { answers, basic, full } from '../support/checks/answers.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation, type Setup } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';

const A = imeiOf('35209900', 41);
const NEXT = imeiOf('35209900', 42);
const LATER = imeiOf('35209900', 907);
const OTHER_TAC = imeiOf('35209911', 41);
const STRANGER = imeiOf('35693803', 5);

function talk(
  script: (imei: string) => Answer | Promise<Answer> = () => answers.found(basic()),
  { needs, ...setup }: Setup = {},
) {
  const checker = scriptedChecker(script);
  return { checker, ...conversation({ ...setup, needs: { checker, ...needs } }) };
}

describe('two IMEIs of one message', () => {
  test('that neighbour each other are answered as one phone with two slots', async () => {
    const { say } = talk();
    expect((await say(`${A}\n${NEXT}`)).text).toBe(
      [
        'NOKIA 3310',
        'These look like the two IMEIs of one phone, one for each SIM.',
        'Brand: NOKIA',
        'Model: 3310',
        `IMEI: ${A}`,
        `IMEI: ${NEXT}`,
        '# Parts of the IMEI',
        `TAC 35209900 · unit number 000041 · check digit ${A.at(-1)}`,
        `TAC 35209900 · unit number 000042 · check digit ${NEXT.at(-1)}`,
        '(2 checked now)',
        '[As CSV]',
        '[As XLSX]',
        '[Show to everyone]',
      ].join('\n'),
    );
    (await say(`${A}\n${OTHER_TAC}`)).expect('These look like the two IMEIs of one phone');
  });

  test('of one model alone may be two phones, and are not called one', async () => {
    (await talk().say(`${A}\n${LATER}`))
      .expect('NOKIA 3310\nBoth belong to the same model', `IMEI: ${A}\nIMEI: ${LATER}`)
      .expectNot('look like');
  });

  test('are those of one phone where their labels say so, and only then numbered', async () => {
    const { say, press } = talk((imei) => answers.found(full({ imei })));
    const reply = await say(`IMEI2: ${LATER}\nIMEI1: ${A}`);
    reply.expect('These are the two IMEIs of one phone', `IMEI2: ${LATER}\nIMEI1: ${A}`);
    (await press(reply.last, 'Full details')).expect('These are the two', 'Weight: 112', `IMEI1: ${A}`);
    (await say(`IMEI1: ${A}\nIMEI1: ${LATER}`)).expect('Both belong to the same model');
    (await say(`1. ${A}\n2. ${NEXT}`)).expectNot(/IMEI[12]/);
  });

  test.each([
    ['with nothing in common', `${A}\n${STRANGER}`],
    ['of three', `${A}\n${NEXT}\n${LATER}`],
    ['with labels and nothing else in common', `IMEI1: ${A}\nIMEI2: ${STRANGER}`],
  ])('%s are a list', async (_, text) => {
    (await talk().say(text)).expect(/^(?:All \d|Both) found/).expectNot('one phone', 'same model');
  });

  test.each([
    [
      'one failed',
      (imei: string) => (imei === A ? answers.found(basic()) : Promise.reject(new ServiceFailure('timeout'))),
    ],
    ['one was not found', (imei: string) => (imei === A ? answers.found(basic()) : answers.notFound())],
    [
      'they have two names',
      (imei: string) => answers.found(basic({ model: imei === A ? '3310' : '3310 Dual' })),
    ],
    [
      'the service answered for another number',
      (imei: string) => answers.found(basic({ imei: imei === A ? A : STRANGER })),
    ],
  ])('are a list where %s', async (_, script) => {
    (await talk(script).say(`${A}\n${NEXT}`)).expectNot('one phone', 'same model').expect(`${NEXT} · `);
  });

  describe('of one type code', () => {
    const [first, second] = [testImei(81), testImei(82)];
    const talkAt = async (scope: 'imei' | 'tac') => {
      const { checks, service } = await startChecking({
        settings: {
          cache: { scope, foundTtlMs: 60_000, notFoundTtlMs: 30_000, realm: 'test', sandbox: false },
        },
      });
      return { service, ...conversation({ needs: { checker: checks.checker } }) };
    };

    test.each([
      ['tac', 1, '1 checked now · 1 from saved answers'],
      ['imei', 2, '2 checked now'],
    ] as const)(
      'are one phone with two slots, with CACHE_SCOPE=%s for %d paid',
      async (scope, paid, spent) => {
        const { say, press, service } = await talkAt(scope);
        const reply = await say(`${first} ${second}`);
        reply.expect(
          'NOKIA 3110\nThese look like the two IMEIs of one phone',
          `IMEI: ${first}\nIMEI: ${second}`,
          `(${spent})`,
        );
        expect(service.paidChecks).toHaveLength(paid);
        (await press(reply.last, 'Full details')).expect('These look like', `IMEI: ${second}`);
        expect(service.paidChecks).toHaveLength(paid);
      },
    );

    test('are one phone also where another of its type has paid, and use no check then', async () => {
      const { say, service } = await talkAt('tac');
      await say(testImei(7));
      (await say(`IMEI2: ${second}\nIMEI1: ${first}`)).expect(
        'These are the two IMEIs of one phone',
        `IMEI2: ${second}\nIMEI1: ${first}`,
      );
      expect(service.paidChecks).toHaveLength(1);
    });
  });

  test('are masked where others can read', async () => {
    const { say } = talk(() => answers.found(basic()), { as: { visibility: 'shared' } });
    (await say(`${A}\n${NEXT}`)).expect('IMEI: 35209900•••••••').expectNot(A, NEXT, '000041', '000042');
  });

  test('are told with what is wrong beside them', async () => {
    (await talk().say(`${A}\n${NEXT}\n3520990017614`)).expect(
      'look like',
      'Line 3: 3520990017614 · too short',
    );
  });
});
