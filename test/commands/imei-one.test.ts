import { describe, expect, test } from 'vitest';
import { CheckRefused } from '../../src/checks/answer.ts';
import { factsOf, LISTED_KINDS, ServiceFailure, type ServiceFailureCode } from '../../src/provider/errors.ts';
import { answers, basic, DAY_MS, full, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, type Setup, textOf } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';

const IMEI = '490154203237518';
const nokia = { brand: 'Nokia', model: '3310' };

function talk(script: Parameters<typeof scriptedChecker>[0], { needs, ...setup }: Setup = {}) {
  const checker = scriptedChecker(script);
  return { checker, ...conversation({ ...setup, needs: { checker, ...needs } }) };
}

function failing(code: ServiceFailureCode, details: ConstructorParameters<typeof ServiceFailure>[1] = {}) {
  return () => Promise.reject(new ServiceFailure(code, details));
}

describe('one IMEI', () => {
  test('BASIC: brand, model, the IMEI and its parts', async () => {
    const { say } = talk(() => answers.found(basic()));
    expect((await say('/imei 35-693803-564380-9')).text).toBe(
      [
        'NOKIA 3310',
        'Brand: NOKIA',
        'Model: 3310',
        'IMEI: 356938035643809',
        '# Parts of the IMEI',
        'TAC 35693803 · unit number 564380 · check digit 9',
        '(Checked just now)',
        '[Show to everyone]',
      ].join('\n'),
    );
  });

  test('is what people copy of its answer, unless others can read it or there is no answer', async () => {
    const { say } = talk(() => answers.found(basic()));
    expect((await say('/imei 35-693803-564380-9')).last.copy).toBe('356938035643809');
    const shared = talk(() => answers.found(basic()), { as: { visibility: 'shared' } });
    expect((await shared.say(IMEI)).last.copy).toBeUndefined();
    expect((await talk(failing('timeout')).say(IMEI)).last.copy).toBeUndefined();
  });

  test('FULL: brief at first, all on demand, and back, without asking for another check', async () => {
    const { say, press } = talk(() => answers.found(full()));
    const brief = await say(IMEI);
    brief.expect('SAMSUNG SGH-A800').expectNot('Weight');
    const details = await press(brief.last, 'Full details');
    details.expect('# Design', 'Weight: 112', 'Final assembly code (FAC): 20', 'Released: March 2004');
    expect(actionOf(brief.last, 'full')).toMatchObject({
      opens: 'here',
      effect: { command: 'imei', options: { values: { imei: IMEI, detail: 'full', fresh: false } } },
    });
    (await press(details.last, 'Brand and model')).expectNot('Weight');
    (await say(`/imei full ${IMEI}`)).expect('Weight: 112');
  });

  test('says so when details are asked for and the service has none', async () => {
    const { say } = talk(() => answers.found(basic()));
    const reply = await say(`/imei full ${IMEI}`);
    reply.expect('The service only gave the brand and model.').expectNot('[Full', '[Brand');
  });

  test('keeps what little a surprising answer has', async () => {
    const nameless = { level: 'BASIC', other: {} } as const;
    (await talk(() => answers.found(nameless)).say(IMEI)).expect('Unnamed device', `IMEI: ${IMEI}`);
    const twice = talk(() => answers.found(basic({ brand: 'Nokia', model: 'Nokia 3310\n' })));
    (await twice.say(IMEI)).expect(/^Nokia 3310\n/u);
  });

  test('warns when the service answered for another number, and not when it masks digits', async () => {
    const other = talk(() => answers.found(basic({ imei: '352099001761481' })));
    (await other.say(IMEI)).expect('a different number', 'IMEI in the answer: 352099001761481');
    const sameTac = talk(() => answers.found(basic({ imei: '490154200000005' }), { source: 'tac' }));
    (await sameTac.say(IMEI)).expectNot('a different number', '490154200000005');
    const masked = talk(() => answers.found(basic({ imei: '4901542032375**' })));
    (await masked.say(IMEI)).expectNot('a different number');
  });

  test.each([
    [{ source: 'cache', checkedAt: NOW - 3 * DAY_MS }, 'Saved 3 days ago, no check used'],
    [{ source: 'tac' }, 'Same model code (TAC) as a phone checked a moment ago, no check used'],
  ] as const)('an answer that cost nothing says so and can be checked again: %j', async (origin, note) => {
    const { say, press, checker } = talk(() => answers.found(basic(), origin));
    const kept = await say(IMEI);
    kept.expect(`(${note})`);
    await press(kept.last, 'Check again (uses a check)');
    expect(checker.asked.map(({ request }) => request.fresh)).toEqual([false, true]);
  });

  test('not found is an answer, with the open table’s name marked as such', async () => {
    const { say } = talk(() => answers.notFound(), { needs: { tacName: () => nokia } });
    const reply = await say(IMEI);
    reply.expect(/^Not found\n/u, 'doesn’t know this IMEI', 'Probably (open TAC table): Nokia 3310');
    expect(reply.last.records?.()).toMatchObject([{ imei: IMEI, ok: true, result: 'not-found' }]);
  });

  test('how the number was read is told', async () => {
    const { say, checker } = talk(() => answers.found(basic()));
    (await say('49015420323751')).expect('You sent 14 digits, so I added the check digit 8.');
    (await say('4901542032375104')).expect('The last two (04) are the software version');
    expect(checker.asked.map(({ imei }) => imei)).toEqual([IMEI, IMEI]);
    (await say(`${imeiOf('00101700', 123_456)} --anyway`)).expect(
      'Numbers that start with 00 belong to test devices.',
    );
    (await say(IMEI)).expect('a well-known example number');
    (await say('004999010640000 --anyway')).expect('Phones that have lost their own IMEI');
  });
});

describe('while one IMEI waits', () => {
  test('the open table’s name is there at once, then the position in the queue, then the answer', async () => {
    let tell: (wait: { position: number; startsInMs: number }) => void = () => {};
    let answer = (): void => {};
    const { begin, checker } = talk(
      (_, { onWait }) => {
        tell = onWait ?? tell;
        return new Promise((resolve) => {
          answer = () => resolve(answers.found(basic()));
        });
      },
      { needs: { tacName: () => nokia } },
    );
    const states = begin(IMEI);
    const next = async (): Promise<string> => textOf((await states.next()).value);
    expect(await next()).toBe(
      [
        'Probably Nokia 3310',
        'Asking the service…',
        'Probably (open TAC table): Nokia 3310',
        `IMEI: ${IMEI}`,
      ].join('\n'),
    );
    tell({ position: 7, startsInMs: 21_000 });
    expect(await next()).toContain('You’re 7th in line: about 20 seconds.');
    tell({ position: 1, startsInMs: 3_000 });
    expect(await next()).toContain('You’re next: a few seconds.');
    answer();
    expect(await next()).toContain('NOKIA 3310');
    expect(checker.asked[0]?.request.priority).toBe('single');
  });

  test('leaving it, or cancelling it, stops the check', async () => {
    const cancel = new AbortController();
    const { begin, say, checker } = talk(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      { as: { signal: cancel.signal } },
    );
    const states = begin(IMEI);
    await states.next();
    await states.return?.();
    expect(checker.asked[0]?.request.signal.aborted).toBe(true);
    const waiting = say(IMEI);
    cancel.abort(new Error('cancelled'));
    (await waiting).expect('You stopped me before the answer came.', '[Try again]');
  });
});

describe('a state that says only that the answer is on its way', () => {
  test.each([
    ['no word of a line yet', undefined, true],
    ['a turn that comes at once', { position: 1, startsInMs: 400 }, true],
    ['a line', { position: 7, startsInMs: 21_000 }, false],
    ['a store that holds it back', { position: 1, startsInMs: 0, held: 'store' as const }, false],
  ])('%s', async (_, wait, isPlaceholder) => {
    const { begin } = talk((_imei, { onWait }) => {
      if (wait !== undefined) onWait?.(wait);
      return new Promise(() => undefined);
    });
    const states = begin(IMEI);
    expect((await states.next()).value?.placeholder ?? false).toBe(isPlaceholder);
    await states.return?.();
  });
});

describe('when the service cannot answer', () => {
  const codes = Object.keys(LISTED_KINDS) as ServiceFailureCode[];

  test.each(codes)('%s: says why, what it may have cost, and keeps the open table’s name', async (code) => {
    const { say, press, checker } = talk(failing(code), { needs: { tacName: () => nokia } });
    const reply = await say(IMEI);
    const maybe = factsOf(code).paid === 'maybe';
    reply.expect('Probably (open TAC table): Nokia 3310', `IMEI: ${IMEI}`);
    reply.expect(maybe ? 'Trying again could charge it twice.' : 'No check was used.');
    if (factsOf(code).mend === 'operator') reply.expect('Please tell them.');
    expect(reply.last.tone).toBe('bad');
    expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'failed', problem: code }]);
    await press(reply.last, maybe ? 'Try again (may be charged twice)' : 'Try again');
    expect(checker.asked).toHaveLength(2);
  });

  test('says when it looks again, where that is known', async () => {
    const { say } = talk(failing('hourly-limit', { retryAt: NOW + 5 * 60_000 }));
    (await say(IMEI)).expect(
      'This hour’s checks are used up',
      'I’ll try the service again in about 5 minutes.',
    );
  });

  test('tells an admin what to mend, in the service’s own words too', async () => {
    const { say } = talk(failing('key-refused', { said: 'API key invalid or disabled' }), {
      as: { admin: true },
    });
    (await say(IMEI)).expect('LOOKUP_API_KEY', 'The service said: API key invalid or disabled');
    const stranger = talk(failing('key-refused', { said: 'API key invalid or disabled' }));
    (await stranger.say(IMEI)).expectNot('LOOKUP_API_KEY', 'The service said');
  });

  test.each([
    ['allowance', 20, 'You get 20 checks a day.'],
    ['reserve', 50, 'The last 50 checks of the month are for them.'],
  ] as const)('a check the bot does not make for %s is explained', async (why, limit, sentence) => {
    const { say } = talk(() => Promise.reject(new CheckRefused(why, limit)));
    (await say(IMEI)).expect(sentence, 'Saved answers are still free.').expectNot('[');
  });

  test('what broke on our side is thrown, for dispatch to catch', async () => {
    await expect(talk(() => Promise.reject(new TypeError('broke'))).say(IMEI)).rejects.toThrow('broke');
  });
});
