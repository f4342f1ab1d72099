import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckTerms } from '../../src/checks/contract.ts';
import { untilAborted } from '../../src/core/promises.ts';
import {
  factsOf,
  KIND_OF_CODE,
  ServiceFailure,
  type ServiceFailureCode,
} from '../../src/provider/service-failure.ts';
import { answers, basic, full, NOW } from '../support/checks/answers.ts';
import type { Scripted } from '../support/checks/scripted-checker.ts';
import { actionOf, talk, textOf } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';
import { DAY_MS, IMEI } from '../support/known.ts';
import { runs } from '../support/nightly.ts';

const A = imeiOf('35693803', 1);
const B = imeiOf('35693803', 2);
const nokia = { brand: 'Nokia', model: '3310' };
const tacEntryOf = () => nokia;
const found = () => answers.found(basic());
const never = () => {
  throw new Error('a check was spent');
};

describe('one IMEI', () => {
  test('the answer to one IMEI has its name and its number', async () => {
    const reply = await talk(found).say('/imei 35-693803-564380-9');
    expect(reply).toMatchInlineSnapshot(`
      NOKIA 3310
      356938035643809
      (Checked just now)
      [Show to everyone]
    `);
    expect(reply.last.copy).toBe('356938035643809');
  });

  test('all details of an answer are shown on demand, for free', async () => {
    const { say, press, checked } = talk(() => answers.found(full()));
    const brief = await say(IMEI);
    brief
      .expect(`SAMSUNG SGH-A800`, `${IMEI}\n2004 · Proprietary · 2.4″ · 800 mAh\n`)
      .expectNot('Weight', 'Brand');
    expect(actionOf(brief.last, 'Full details')).toMatchObject({ opens: 'here' });
    const details = await press(brief.last, 'Full details');
    details.expect(
      'Brand: SAMSUNG\nModel: SGH-A800\n# Design\nWeight: 112 g\n',
      'Final assembly code (FAC): 20',
      'Released: March 2004',
      /Check digit \(CD\): 8\n# Parts of the IMEI\nTAC 49015420 · unit number 323751 · check digit 8\n\(/,
    );
    details.expectNot('[Full details]');
    expect(actionOf(details.last, 'Less')).toMatchObject({ opens: 'here' });
    const less = await press(details.last, 'Less');
    less.expect('[Full details]').expectNot('Weight');
    expect(checked()).toEqual([IMEI]);
    (await say(`/imei full ${IMEI}`)).expect('Weight: 112 g');
  });

  test('details say, too, that a phone is not what the text says', async () => {
    const { say, press } = talk(() => answers.found(full()));
    const { last } = await say(`iphone 13 ${IMEI}`);
    const details = await press(last, 'Full details');
    details.expect('Careful: the text says “iphone 13”', 'Weight: 112 g');
  });

  const no = (text: string) => new RegExp(`^(?![\\s\\S]*${text})`, 'u');

  test.each<[string, string, ReturnType<typeof found>, (string | RegExp)[]]>([
    ['little', `/imei full ${IMEI}`, found(), ['The service only gave the brand and model.']],
    ['no name', IMEI, answers.found({ level: 'BASIC', other: {} }), ['Unnamed device']],
    [
      'another number',
      IMEI,
      answers.found(basic({ imei: B })),
      ['answered for a different number'],
    ],
    [
      'a model code',
      IMEI,
      answers.found(basic({ imei: '490154200000005' }), { source: 'tac' }),
      ['Same model code (TAC) as a phone checked a moment ago', no('different number')],
    ],
    [
      'not found',
      IMEI,
      answers.notFound(),
      [
        /^Not found\nThe service doesn’t know this IMEI\. The phone may be very new, or a copy/u,
        'probably Nokia 3310 (public list, not checked)',
      ],
    ],
    ['14 digits', '49015420323751', found(), ['You sent 14 digits, so I added the check digit 8.']],
    [
      'a test device',
      `${imeiOf('00101700', 1)} --anyway`,
      found(),
      ['start with 00 belong to test devices'],
    ],
  ])('an answer is shown with its special features: %s', async (_, line, answer, parts) => {
    (await talk(() => answer, { services: { tacEntryOf } }).say(line)).expect(...parts);
  });

  const saved = answers.found(basic(), { source: 'cache', checkedAt: NOW - 3 * DAY_MS });
  const timeout = new ServiceFailure('timeout');
  const AGAIN = 'Check again (uses a check)';

  test('a saved answer says so and can be checked again', async () => {
    const { say, press, checker } = talk(() => saved);
    const reply = await say(IMEI);
    reply.expect('(Saved 3 days ago, no check used)');
    await press(reply.last, AGAIN);
    expect(checker.calls.map(({ request }) => request.wantsFresh)).toEqual([false, true]);
  });

  test.each<[string, () => Scripted | Promise<never>, string, string[]]>([
    [
      'fails',
      () => Promise.reject(timeout),
      'The service isn’t answering right now. This try may have been charged anyway.',
      ['Try again (may be charged twice)', 'Show to everyone'],
    ],
    [
      'is refused',
      () => answers.refused('allowance', 20),
      'You’ve used all your checks for today. You get 20 checks a day, and new ones',
      ['Show to everyone'],
    ],
  ])(
    'a saved answer is kept if the new check %s, with the reason',
    async (_, end, why, buttons) => {
      const { say, press } = talk((_imei, { wantsFresh }) => (wantsFresh ? end() : saved));
      const line = `iphone 13 ${IMEI}`;
      const { last } = await say(line);
      const again = await press(last, AGAIN);
      again.expect(/^NOKIA 3310\nCareful: the text says “iphone 13”/u, why, '(Checked 3 days ago)');
      expect(again.last).toMatchObject({ tone: 'warning', copy: IMEI });
      // Scripts read how the new check ended.
      expect(again.last.records?.()).toMatchObject([{ ok: false, result: 'failed' }]);
      expect(again.last.actions.map(({ label }) => label)).toEqual(buttons);
    },
  );

  test.each([
    ['fails', () => Promise.reject(new ServiceFailure('timeout'))],
    ['is refused', () => answers.refused('allowance', 20)],
  ])(
    'the reply offers no details if the first check of an IMEI is a fresh one that %s',
    async (_end, script) => {
      (await talk(script).say(`/imei ${IMEI} --fresh`)).expectNot('[Full details]');
    },
  );
});

/** A check that waits until its person stops it. */
function untilStopped(signal: AbortSignal): Promise<never> {
  return untilAborted(new Promise(() => undefined), signal);
}

describe('while one IMEI waits', () => {
  test('the open table’s name comes at once, then the place in the queue, then the answer', async () => {
    let tell: NonNullable<CheckTerms['onWait']> = () => {};
    let answer = (): void => {};
    const { begin, checker } = talk(
      (_, { onWait }) => {
        tell = onWait ?? tell;
        return new Promise((resolve) => {
          answer = () => resolve(found());
        });
      },
      { services: { tacEntryOf } },
    );
    const states = begin(IMEI);
    const first = (await states.next()).value;
    expect(first.isPlaceholder).toBe(true);
    expect(textOf(first)).toBe(
      `Checking ${IMEI}\nAsking the service…\n${IMEI}\nprobably Nokia 3310 (public list, not checked)`,
    );
    for (const [wait, said, isPlaceholder] of [
      [
        { kind: 'queued', position: 7, startsInMs: 21_000, isStarting: false },
        'You’re 7th in line: about 20 seconds.',
        false,
      ],
      [
        { kind: 'queued', position: 1, startsInMs: 400, isStarting: false },
        'You’re next: a few seconds.',
        true,
      ],
      [
        { kind: 'queued', position: 1, startsInMs: 60_000, isStarting: true },
        'Your turn comes in about 60 seconds.',
        false,
      ],
      [{ kind: 'store' }, 'My database isn’t answering', false],
    ] as const) {
      tell(wait);
      const { value } = await states.next();
      expect(textOf(value)).toContain(said);
      expect(value.isPlaceholder ?? false, said).toBe(isPlaceholder);
    }
    answer();
    expect(textOf((await states.next()).value)).toContain('NOKIA 3310');
    expect(checker.calls[0]?.request.priority).toBe('single');
  });

  test('stopping it stops the check', async () => {
    const stop = new AbortController();
    const { say } = talk((_, { signal }) => untilStopped(signal), { as: { signal: stop.signal } });
    const waiting = say(IMEI);
    stop.abort(new Error('stopped'));
    (await waiting).expect('You stopped me before the answer came.', '[Try again]');
  });

  test('stopping a fresh check keeps the saved answer within reach', async () => {
    const stop = new AbortController();
    const { say } = talk(
      (_, { signal, wantsFresh }) => (wantsFresh ? untilStopped(signal) : found()),
      { as: { signal: stop.signal } },
    );
    await say(IMEI);
    const waiting = say(`/imei ${IMEI} --fresh`);
    stop.abort(new Error('stopped'));
    (await waiting).expect(/^NOKIA 3310\nStopped\. You stopped me/u, '[Try again]');
  });

  test('a fresh check keeps the saved answer in the reply', async () => {
    const failure = new ServiceFailure('key-inactive');
    const wait = { kind: 'paused', startsInMs: 10_000, failure } as const;
    const stop = new AbortController();
    const { say, begin } = talk(
      (_, { signal, wantsFresh, onWait }) => {
        if (!wantsFresh) return found();
        onWait?.(wait);
        return untilStopped(signal);
      },
      { as: { signal: stop.signal } },
    );
    await say(IMEI);
    const states = begin(`/imei ${IMEI} --fresh`);
    const { value } = await states.next();
    expect(value.tone).toBe('progress');
    expect(textOf(value)).toMatch(
      /^NOKIA 3310\nOur key isn’t active\. .*I’ll keep trying for a day/u,
    );
    expect(textOf(value)).toContain('[Stop]');
    stop.abort(new Error('stopped'));
  });
});

describe('when there is no answer', () => {
  const failing =
    (code: ServiceFailureCode, details = {}) =>
    () =>
      Promise.reject(new ServiceFailure(code, details));

  test.each(Object.keys(KIND_OF_CODE) as ServiceFailureCode[])(
    '%s: says why, what it may have cost, and the open table’s name',
    async (code) => {
      const { say, press, checked } = talk(failing(code), { services: { tacEntryOf } });
      const reply = await say(IMEI);
      const maybe = factsOf(code).mayBePaid;
      reply.expect('probably Nokia 3310 (public list, not checked)', IMEI);
      reply.expect(maybe ? 'This try may have been charged anyway.' : 'No check was used.');
      if (factsOf(code).isForOperator) reply.expect('Please tell them.').expectNot('few minutes');
      expect(reply.last).toMatchObject({ tone: 'bad' });
      expect(reply.last.copy).toBeUndefined();
      expect(reply.last.records?.()).toMatchObject([
        { ok: false, result: 'failed', problem: code },
      ]);
      await press(reply.last, maybe ? 'Try again (may be charged twice)' : 'Try again');
      expect(checked()).toHaveLength(2);
    },
  );

  const refused = failing('key-refused', { serviceMessage: 'API key invalid or disabled' });
  test.each<[Parameters<typeof talk>[0], boolean, string[]]>([
    [
      failing('hourly-limit', { retryAt: NOW + 5 * 60_000 }),
      false,
      ['This hour’s checks are used up', 'I’ll try the service again in about 5 minutes.'],
    ],
    [
      failing('monthly-limit'),
      false,
      ['This month’s checks are used up', 'Saved answers still work. No check was used.'],
    ],
    [refused, true, ['LOOKUP_API_KEY', 'The service said: API key invalid or disabled']],
    [refused, false, ['Only the bot’s operator can fix this.']],
    [
      () => answers.refused('allowance', 20),
      false,
      ['You get 20 checks a day, and new ones in about 12 hours.'],
    ],
    [() => answers.refused('reserve', 20), false, ['The last 20 checks of the month']],
    [() => answers.refused('budget', 20), false, ['Everyone shares these checks.']],
  ])(
    'the reply says what to do if there is no answer (case %#)',
    async (script, isAdmin, parts) => {
      const reply = await talk(script, { as: { isAdmin } }).say(IMEI);
      reply.expect(...parts);
      if (!isAdmin) reply.expectNot('LOOKUP_API_KEY', 'API key invalid', 'few minutes');
    },
  );

  test('throws what broke on our side', async () => {
    await expect(talk(() => Promise.reject(new TypeError('broke'))).say(IMEI)).rejects.toThrow(
      'broke',
    );
  });
});

describe('what is not an IMEI costs nothing', () => {
  const WHERE = 'Dial *#06# on the phone to see its IMEI.';

  test.each([
    ['4901542032375', 'This number is too short', `It has 13 digits; an IMEI has 15. ${WHERE}`],
    [
      '490154203237517',
      'There’s a typo in this number',
      'If all the others are right, the last one should be 8, not 7.',
    ],
    [
      '49015420323751O',
      'There’s a letter in this number',
      'Character 15 is “O”, but an IMEI has only digits.',
    ],
    [
      '8944110068012345678',
      'This is a different kind of number',
      'It looks like a SIM card number (ICCID)',
    ],
    ['35693803******2', 'Some digits of this number are hidden', `I need all 15 of them. ${WHERE}`],
    [
      '3.52E+14',
      'The spreadsheet shortened this number',
      'format the column as a number without decimals',
    ],
  ])('%s: %s', async (text, title, lead) => {
    const reply = await talk(never).say(`/imei ${text}`);
    reply.expect(title, lead, `You sent: ${text}`, '(No check used)');
    expect(reply.last.tone).toBe('bad');
    expect(reply.last.records?.()).toMatchObject([{ imei: text, ok: false, result: 'invalid' }]);
  });
});

describe('a number that may be corrected', () => {
  test.each([
    ['4901542O3237518', 'Character 8 is “O”'],
    ['490154203237510', 'Mobile networks write 0 as the last digit.'],
  ])(
    'a correction is offered, and checked by its button or with --anyway: %s',
    async (text, said) => {
      const { say, press, checked } = talk(found);
      const reply = await say(text);
      reply.expect(said, `# Maybe you meant\n${IMEI}`, '(No check used)');
      expect(reply.last.records?.()).toMatchObject([
        { imei: text, result: 'invalid', maybe: IMEI },
      ]);
      expect(reply.last.withoutButtons).toBe('To check, send the same again with --anyway.');
      // “yes” presses it.
      expect(reply.last.actions.map(({ id }) => id)).toEqual(['check']);
      expect(checked()).toEqual([]);
      (await press(reply.last, 'Correct and check')).expect(IMEI);
      (await say(`${text} --anyway`)).expect(IMEI);
      const below = await say(`${A}\n${text}`);
      below.expect(`2. ${text} · `);
      (await press(below.last, 'complete')).expect(IMEI);
      expect(checked()).toEqual([IMEI, IMEI, A, IMEI]);
    },
  );

  test.each(['4901542O3237518', '490154203237510', '490145203237518'])(
    'a corrected number is compared with the phone that the text names: %s',
    async (typo) => {
      const warning = 'Careful: the text says “Samsung Galaxy S21”';
      const knows = (tac: string) => (tac === '49015420' ? nokia : undefined);
      const { say, press } = talk(found, { services: { tacEntryOf: knows } });
      const { last } = await say(`Samsung Galaxy S21 ${typo}`);
      (await press(last, last.actions[0]?.label ?? '')).expect(warning);
      const list = await say(`${A}\nSamsung Galaxy S21 ${typo}`);
      for (const { label } of list.last.actions.filter(({ id }) => /complete|repair/.test(id))) {
        (await press(list.last, label)).expect(warning);
      }
    },
  );

  test('is one of a few of known models, or of none', async () => {
    const knows = (tac: string) => (tac === '49015420' ? nokia : undefined);
    const { say, press } = talk(found, { services: { tacEntryOf: knows } });
    const reply = await say('490145203237518');
    reply.expect('# Maybe you meant\n490154203237518 · Nokia 3310\n');
    (await press(reply.last, `Check ${IMEI}`)).expect(IMEI);
    // A wrong unit number may be any of many.
    (await say('490154203237528')).expectNot('Maybe', '[');
    (await say('490145203237518\n490145203237526')).expectNot('[');
  });
});

describe('a number that may be something else', () => {
  test.each([
    ['named', `Order no.: ${A}`, `Order no.: ${A}`, 'Check Order no.'],
    ['named', `${A} (ticket)`, `ticket: ${A}`, 'Check ticket'],
    ['named', `(invoice) ${A}`, `invoice: ${A}`, 'Check invoice'],
    ['named', `Ticket (repair): ${A}`, `Ticket (repair): ${A}`, 'Check Ticket (repair)'],
    ['named', `(our) order no.: ${A}`, `our order no.: ${A}`, 'Check our order no.'],
    ['no-body', '770000000000008', 'unusual number: 770000000000008', 'Check unusual number'],
    ['test-device', '004999010640000', 'test number: 004999010640000', 'Check test number'],
    ['length', `about ${A.slice(0, 14)} of them`, `unusual length: ${A}`, 'Check unusual length'],
    ['link', `https://a.example/?track=${A}`, `number in a link: ${A}`, 'Check number in a link'],
  ])(
    'the bot asks about a number that may be something else (%s): %s',
    async (why, text, line, button) => {
      const { say, press, checked } = talk(found);
      const reply = await say(text);
      reply.expect('Should I check this number?', line, '(No check used)', `[${button}]`);
      expect(reply.last.withoutButtons).toBe('To check, send the same again with --anyway.');
      expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'unsure', why }]);
      // “yes” presses it.
      expect(reply.last.actions.map(({ id }) => id)).toEqual(['check']);
      expect(checked()).toEqual([]);
      (await press(reply.last, button)).expect('NOKIA 3310');
      (await say(`${text} --anyway`)).expect('NOKIA 3310');
      expect(checked()).toHaveLength(2);
    },
  );

  test('a confirmed number is compared with the phone that the text names', async () => {
    const { say, press } = talk(() => answers.found(basic({ brand: 'Apple', model: 'iPhone 12' })));
    const asked = await say('Samsung Galaxy S21 serial no. 356938035643809');
    asked.expect('Should I check');
    const answer = await press(asked.last, 'check');
    answer.expect('Careful: the text says “Samsung Galaxy S21');
  });

  test('is listed below an answer, which stays when its buttons are pressed', async () => {
    const { say, press, checked } = talk(() => answers.found(full()));
    const reply = await say(`IMEI: ${A}\nOrder no.: ${B}`);
    reply.expect('SAMSUNG', `# Check this too?\nOrder no.: ${B}`, '[Check Order no.]');
    expect(reply.last.records?.()).toMatchObject([
      { imei: A, result: 'found' },
      { imei: B, ok: false, result: 'unsure', why: 'named', name: 'Order no.' },
    ]);
    expect(checked()).toEqual([A]);
    expect(reply.last.actions.map(({ opens }) => opens)).not.toContain('here');
    (await press(reply.last, 'Check Order no.')).expect(B);
  });
});

describe('nothing vanishes', () => {
  const NAMES = [
    '',
    'Order no. ',
    'Sean: ',
    'IMEI ',
    'Tracking: ',
    'x=',
    'https://a.example/?id=',
    '4',
  ];
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
          const { say } = talk(found, { settings: { batchMax, batchConfirm: 500 } });
          const reply = await say(`/imei ${text}`);
          for (const [run] of text.matchAll(/(?<!\d)\d{15}(?!\d)/g)) reply.expect(run);
        },
      ),
      runs(50, 5_000, { seed: 44 }),
    );
  });
});
