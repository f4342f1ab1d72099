import { describe, expect, test } from 'vitest';
import type { CheckWait, LookupOutcome } from '../../src/checks/contract.ts';
import { Interrupted } from '../../src/core/lifetime/interruption.ts';
import { deferred } from '../../src/core/promises.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { answers, basic, full, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { clockAt } from '../support/clocks/clock-at.ts';
import { actionOf, conversation, type Setup, talk, textOf } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';
import { DAY_MS } from '../support/known.ts';

const [A = '', B = '', C = '', D = '', E = ''] = [1, 2, 3, 4, 5].map((serial) =>
  imeiOf('35209900', serial),
);
const STRANGER = imeiOf('35693803', 907);
const found = () => answers.found(basic());
const timeout = () => Promise.reject(new ServiceFailure('timeout'));

describe('several IMEIs', () => {
  test('several IMEIs are answered in one list: found, not found, failed, wrong, repeated', async () => {
    const { say } = talk(
      (imei) => {
        if (imei === A) return found();
        if (imei === B) {
          return answers.found(basic(), { source: 'cache', checkedAt: NOW - 3 * DAY_MS });
        }
        if (imei === C) return answers.notFound();
        if (imei === D) return timeout();
        return answers.refused('allowance', 20);
      },
      { services: { tacEntryOf: () => ({ brand: 'Nokia', model: '6110' }) } },
    );
    const reply = await say(
      `/imei ${[A, B, C, D, E, A, '3520990017614', '3.52E+14', '3.57E+14'].join('\n')}`,
    );
    expect(reply).toMatchInlineSnapshot(`
      2 found, 1 not found, 1 with no answer, 1 not checked, 3 invalid numbers
      Some of these tries may have been charged anyway.
      2× NOKIA 3310
      1. 352099000000014 · NOKIA 3310
      2. 352099000000022 · NOKIA 3310
      3. 352099000000030 · not found · probably Nokia 6110 (public list, not checked)
      6. 352099000000014 · same as 1
      7. 3520990017614 · too short, 13 digits instead of 15
      # The service isn’t answering right now (1)
      4. 352099000000048 · probably Nokia 6110 (public list, not checked)
      # You’ve used all your checks for today (1)
      You get 20 checks a day, and new ones in about 12 hours. Saved answers are still free.
      5. 352099000000055 · probably Nokia 6110 (public list, not checked)
      # The spreadsheet shortened this number; format the column as a number without decimals (2)
      8. 3.52E+14
      9. 3.57E+14
      (2 checked now · 1 from saved answers)
      [As a file]
      [Show to everyone]
    `);
    expect(reply.last.sections.flatMap(({ copyable = [] }) => copyable)).toEqual([A, B, C, D, E]);
    expect(reply.last.records?.().map(({ result }) => result)).toEqual([
      'found',
      'found',
      'not-found',
      'failed',
      'failed',
      'invalid',
      'invalid',
      'invalid',
    ]);
  });

  test.each(['check', 'please', 'Please:'])(
    'IMEIs are numbered by the lines of the message, even below “%s”',
    async (request) => {
      const { text } = await talk(found).say(`${request}\n${A}\n${B}\n${C}`);
      expect(text).toContain(`2. ${A}`);
      expect(text).toContain(`4. ${C}`);
    },
  );

  test('that today has no checks left for stand below one reason, with no button before tomorrow', async () => {
    const { say } = talk((imei) => {
      if ([A, B].includes(imei)) return found();
      return answers.refused('allowance', 2);
    });
    const reply = await say([A, B, C, D, E].join('\n'));
    expect(reply).toMatchInlineSnapshot(`
      2 found, 3 not checked
      2× NOKIA 3310
      1. 352099000000014 · NOKIA 3310
      2. 352099000000022 · NOKIA 3310
      # You’ve used all your checks for today (3)
      You get 2 checks a day, and new ones in about 12 hours. Saved answers are still free.
      3. 352099000000030
      4. 352099000000048
      5. 352099000000055
      (2 checked now)
      [As a file]
      [Show to everyone]
    `);
  });

  test.each(['allowance', 'doubts', 'budget', 'reserve'] as const)(
    'IMEIs that a limit refuses midway have no useless button: %s',
    async (why) => {
      const { say } = talk((imei) => {
        if (imei === A) return found();
        if (imei === B) return timeout();
        return answers.refused(why, 2);
      });
      const reply = await say([A, B, C].join('\n'));
      reply.expect('1 found, 1 with no answer, 1 not checked').expectNot('[Check', '[Try');
    },
  );

  test('one button shows the saved answers of a list to everyone', async () => {
    const { checked, say, press } = talk((imei) => (imei === B ? timeout() : found()));
    const reply = await say([A, B, C].join('\n'));
    expect(actionOf(reply.last, 'share').effect).toMatchObject({ visibility: 'shared' });
    (await press(reply.last, 'share')).expect(A, C).expectNot(B);
    expect(checked()).toHaveLength(3);
  });

  test('have the priority of a person up to four, and of a list above', async () => {
    const { say, checker } = talk(found);
    await say(linesOf(4));
    await say(linesOf(5));
    const priorities = checker.calls.map(({ request }) => request.priority);
    expect(priorities).toEqual([...Array(4).fill('single'), ...Array(5).fill('batch')]);
  });

  test('IMEIs are answered although a bug breaks one of them, and the bug is reported', async () => {
    const bugs: unknown[] = [];
    const { say } = talk(
      (imei) => {
        if (imei === A) throw new TypeError('broke');
        return found();
      },
      { services: { reportBug: (error) => bugs.push(error) } },
    );
    const reply = await say(`${A} ${B}`);
    reply.expect(
      '1 found, 1 with no answer\nSome of these tries may have been charged anyway.',
      `# Something went wrong on our side (1)\n1. ${A}`,
      '[Try again (may be charged twice)]',
    );
    expect(reply.last.records?.()).toMatchObject([{ problem: 'broke', paid: 'maybe' }, {}]);
    expect(bugs).toEqual([new TypeError('broke')]);
  });
});

describe('two IMEIs of one model', () => {
  test('two IMEIs of one model get one answer', async () => {
    const reply = await talk(found).say(`${A}\n${B}`);
    reply.expect(
      'NOKIA 3310\nBoth belong to the same model: the two IMEIs of one phone, or two phones.\n',
      `${A}\n${B}\n`,
      '(2 checked now)\n[As a file]\n[Show to everyone]',
    );
  });

  test('two IMEIs belong to one phone if their labels say so', async () => {
    const { say, press } = talk((imei) => answers.found(full({ imei })));
    (await say(`IMEI: ${A}\nIMEI2: ${STRANGER}`)).expect(
      'These are the two IMEIs of one phone',
      `IMEI · ${A}\nIMEI2 · ${STRANGER}`,
    );
    const reply = await say(`IMEI2: ${STRANGER}\nIMEI1: ${A}\n3520990017614`);
    reply.expect(
      'These are the two IMEIs of one phone',
      `IMEI2 · ${STRANGER}\nIMEI1 · ${A}`,
      '3. 3520990017614',
    );
    (await press(reply.last, 'Full details')).expect(
      'These are the two',
      'Weight: 112 g',
      `IMEI1 · ${A}`,
    );
    (await say(`IMEI1: ${A}\nIMEI1: ${STRANGER}`)).expect('Both belong to the same model');
  });
});

describe('two IMEIs of one model with words that name other phones', () => {
  const inText = 'Careful: the text says “iPhone 13”, but this is a different phone.';
  const onLine = (number: 1 | 2, claim: string) =>
    `${number}. ${number === 1 ? A : B} · “${claim}” is SAMSUNG Galaxy S25`;

  test.each([
    ['one is another phone', `iPhone 13 ${A}\nGalaxy S25 ${B}`, [onLine(1, 'iPhone 13')]],
    [
      'both are',
      `iPhone 13 ${A}\niPhone 14 ${B}`,
      [onLine(1, 'iPhone 13'), onLine(2, 'iPhone 14')],
    ],
    ['both are one other phone', `iPhone 13 ${A}\niPhone 13 ${B}`, [inText]],
    ['one phone is named', `iPhone 13 ${A}\n${B}`, [inText]],
    ['one phone is named above both', `iPhone 13\nIMEI1: ${A}\nIMEI2: ${B}`, [inText]],
    ['none is', `Galaxy S25 ${A}\nGalaxy S24 ${B}`, []],
  ])('%s', async (_what, text, clashes) => {
    const galaxy = answers.found(basic({ brand: 'SAMSUNG', model: 'Galaxy S25' }));
    const reply = await talk(() => galaxy).say(text);
    const lines = reply.text
      .split('\n')
      .filter((line) => line.includes('“') || line.startsWith('#'));
    const isListed = clashes.some((clash) => clash !== inText);
    const heading = `# Not what the text says (${clashes.length})`;
    expect(reply.last.tone).toBe(clashes.length > 0 ? 'warning' : 'good');
    expect(lines.map((line) => (line.startsWith(inText) ? inText : line))).toEqual(
      isListed ? [heading, ...clashes] : clashes,
    );
  });
});

describe('IMEI1 and IMEI2', () => {
  const answerOf = (brand: string, model: string) => answers.found(basic({ brand, model }));

  test('IMEI1 and IMEI2 of two brands are pointed out', async () => {
    const galaxy = answerOf('Samsung', 'Galaxy A52s 5G');
    const { say } = talk((imei) => (imei === A ? answerOf('Apple', 'iPhone 13') : galaxy));
    (await say(`IMEI1: ${A}\nIMEI2: ${STRANGER}`)).expect(
      /^Both found\nThese are IMEI1 and IMEI2 of one label, but of two different phones\./u,
    );
  });

  test.each([
    ['of one brand', `IMEI1: ${A}\nIMEI2: ${STRANGER}`, answerOf('Apple', 'iPhone 13 Pro')],
    ['of a brand that nobody knows', `IMEI1: ${A}\nIMEI2: ${STRANGER}`, answerOf('Zzz', '1')],
    ['not called so', `${A}\n${STRANGER}`, answerOf('Samsung', 'Galaxy A52s 5G')],
    ['not found', `IMEI1: ${A}\nIMEI2: ${STRANGER}`, answers.notFound()],
  ])('IMEI1 and IMEI2 %s are not pointed out', async (_what, text, second) => {
    const { say } = talk((imei) => (imei === A ? answerOf('Apple', 'iPhone 13') : second));
    (await say(text)).expectNot('different phones');
  });
});

test('a list that is stopped is not looked up any further', async () => {
  const stopped = new AbortController();
  let lookedUp = 0;
  const freeOutcome = async () => {
    lookedUp += 1;
    stopped.abort(new Error('stopped'));
    return { kind: 'unsaved' } as const;
  };
  const { say } = talk(found, {
    services: { checker: { ...scriptedChecker(found), freeOutcome } },
    settings: { batchConfirm: 1 },
    as: { signal: stopped.signal },
  });
  await expect(say(linesOf(100))).rejects.toThrow('stopped');
  expect(lookedUp).toBeLessThan(50);
});

describe('a list under way', () => {
  function slowTalk(setup: Setup = {}, estimateMs = 60_000) {
    const open = new Map<string, () => void>();
    const waits = new Map<string, (wait: CheckWait) => void>();
    const sent: (() => void)[] = [];
    const parts = talk(
      (imei, { signal, onWait, onStoppedOnItsWay }) =>
        new Promise((resolve, reject) => {
          if (onStoppedOnItsWay !== undefined) sent.push(onStoppedOnItsWay);
          open.set(imei, () => resolve(found()));
          if (onWait !== undefined) waits.set(imei, onWait);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      setup,
      estimateMs,
    );
    return { ...parts, open, waits, sent };
  }
  const HOURLY = new ServiceFailure('hourly-limit');
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('shows how far it is, when it will be ready and why it waits, and can be stopped', async () => {
    const { begin, open, waits } = slowTalk();
    const states = begin(linesOf(40));
    const first = (await states.next()).value;
    expect(first).toMatchObject({ tone: 'progress', progress: { done: 0, total: 40 } });
    expect(textOf(first)).toBe(
      'Checking 40 IMEIs\n0 of 40 done. Ready in about 60 seconds.\n[Stop]',
    );
    expect(actionOf(first, 'Stop').effect).toEqual({ kind: 'stop' });
    for (const imei of linesOf(12).split('\n')) open.get(imei)?.();
    for (const [wait, text] of [
      [
        { kind: 'queued', position: 28, startsInMs: 118_000, isStarting: false },
        '12 of 40 done. Ready in about 2 minutes.',
      ],
      [
        { kind: 'queued', position: 1, startsInMs: 60_000, isStarting: true },
        'Your turn comes in about 60 seconds.',
      ],
      [
        { kind: 'paused', startsInMs: 60_000, failure: HOURLY },
        'I’ll keep trying for a day and answer here by myself. If a try may have been charged,',
      ],
      [{ kind: 'paused', startsInMs: 60_000, failure: HOURLY }, 'This hour’s checks are used up'],
      [{ kind: 'store' }, 'My database isn’t answering'],
    ] as const) {
      waits.get(imeiOf('35209900', 139))?.(wait);
      await turn();
      expect(textOf((await states.next()).value)).toContain(text);
    }
    await states.return?.();
  });

  test('says when all of it will be ready, also while few of its checks have their place', async () => {
    const { begin, waits } = slowTalk({}, 960_000);
    const states = begin(linesOf(40));
    await states.next();
    waits.get(imeiOf('35209900', 100))?.({
      kind: 'queued',
      position: 1,
      startsInMs: 3_500,
      isStarting: false,
    });
    await turn();
    expect(textOf((await states.next()).value)).toContain('Ready in about 16 minutes.');
    await states.return?.();
  });

  test('says no time for saved answers, unless one of them is being checked', async () => {
    const isAnswered = deferred<void>();
    let tries = 0;
    const scripted = scriptedChecker(async (imei) => {
      if (imei === A) return found();
      tries += 1;
      if (tries === 1) return timeout();
      await isAnswered.promise;
      return found();
    }, 960_000);
    const lookUp = async (imei: Imei) => {
      await turn();
      return scripted.lookUp(imei);
    };
    const { say, press, begin } = conversation({ services: { checker: { ...scripted, lookUp } } });
    const list = await say(`${A} ${B}`);
    const statesOf = async (file: ReturnType<typeof press>) =>
      (await file).states.map(textOf).join('\n');
    const file = await statesOf(press(list.last, 'As a file'));
    expect(file).toContain('0 of 2 done. Ready in a few seconds.');
    expect(file).not.toContain('16 minutes');
    const running = begin(B);
    await running.next();
    const following = press(list.last, 'As a file');
    await turn();
    isAnswered.resolve();
    expect(await statesOf(following)).toContain('0 of 2 done. Ready in about 16 minutes.');
    expect(scripted.calls).toHaveLength(3);
    await running.return?.();
  });

  test('shows its phones as they come, in the order of the message', async () => {
    const { begin, open } = slowTalk();
    const states = begin(`Stock:\n${[A, B, C].join('\n')}`);
    await states.next();
    for (const imei of [C, A]) {
      open.get(imei)?.();
      await turn();
    }
    expect(`\n${textOf((await states.next()).value)}\n`).toMatchInlineSnapshot(`
      "
      Checking 3 IMEIs
      2 of 3 done. Ready in about 60 seconds.
      2. 352099000000014 · NOKIA 3310
      4. 352099000000030 · NOKIA 3310
      [Stop]
      "
    `);
    await states.return?.();
  });

  test.each([
    [A, 'Stopped', 'You stopped me before the answer came. This try may have been charged anyway.'],
    [`${A} ${B}`, '2 with no answer', 'Some of these tries may have been charged anyway.'],
  ])(
    'a stopped list says that checks in flight may have been paid for: %s',
    async (text, ...words) => {
      const stop = new AbortController();
      const { say, sent } = slowTalk({ as: { signal: stop.signal } });
      const reply = say(text);
      await turn();
      for (const tell of sent) tell();
      stop.abort(new Error('forgotten'));
      const stopped = await reply;
      stopped.expect(...words);
      stopped.expectNot('ot checked');
      for (const { paid } of stopped.last.records?.() ?? []) expect(paid).toBe('maybe');
    },
  );

  test.each([
    ['a phone', A, 'Sorry, this took too long', 'This try may have been charged anyway.'],
    [
      'a list',
      `${A} ${B}`,
      '2 with no answer',
      'Some of these tries may have been charged anyway.',
    ],
  ])(
    'after a day a list says that the question expired, not that a person stopped it: %s',
    async (_what, text, ...words) => {
      const old = new AbortController();
      const { say, sent } = slowTalk({ as: { signal: old.signal } });
      const reply = say(text);
      await turn();
      for (const tell of sent) tell();
      old.abort(new Interrupted('too-old'));
      (await reply).expect(...words, 'your question expired').expectNot('stopped');
    },
  );

  test('a stopped list says what was done and what was not, and offers the rest', async () => {
    const stop = new AbortController();
    const settings = { pricePerCheck: 0.02 };
    const { say, open } = slowTalk({ as: { signal: stop.signal }, settings });
    const reply = say([A, B, C].join(' '));
    await turn();
    open.get(A)?.();
    await turn();
    stop.abort(new Error('stopped'));
    const stopped = await reply;
    stopped.expect('1 found, 2 not checked', `1. ${A} · NOKIA 3310`, '# Not checked (2)', B, C);
    expect(stopped.last.records?.().map(({ paid }) => paid)).toEqual([undefined, 'no', 'no']);
    // The button names the cost, so nothing is asked again.
    expect(actionOf(stopped.last, 'Check the rest: 2 checks (USD\u00a00.04)').effect).toMatchObject(
      {
        options: { values: { imei: `${B}\n${C}`, accepted: true } },
      },
    );
  });

  test.each(['before', 'during'])(
    'a repeated list that is stopped %s its checks shows what it has paid for, although the store fails',
    async (when) => {
      const stop = new AbortController();
      const scripted = scriptedChecker((_imei, { signal }) => {
        setImmediate(() => stop.abort(new Interrupted('stopped')));
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      });
      const freeOutcome = async (imei: Imei) => {
        if (imei === B) throw new StoreFailed(new Error('the disk is full'));
        return { kind: 'answered', answer: found() } as const;
      };
      const { say } = conversation({
        services: { checker: { ...scripted, freeOutcome } },
        as: { signal: stop.signal, isRepeat: true },
      });
      if (when === 'before') stop.abort(new Interrupted('stopped'));
      (await say(`${A} ${B}`)).expect('1 found, 1 not checked');
      expect(scripted.calls).toHaveLength(when === 'before' ? 0 : 2);
    },
  );

  test('a stopped list warns of the cost of a check again that ended with its process', async () => {
    const stop = new AbortController();
    stop.abort(new Interrupted('stopped'));
    const freeOutcome = async (imei: Imei) => {
      if (imei === B) return { kind: 'unsaved', mayBePaid: true } as const;
      return { kind: 'answered', answer: found() } as const;
    };
    const { say } = conversation({
      services: { checker: { ...scriptedChecker(found), freeOutcome } },
      as: { signal: stop.signal, isRepeat: true },
    });
    const reply = await say(`${A} ${B}`);
    reply.expect('1 found, 1 with no answer', '[Try again (may be charged twice)]');
  });

  test('shows how far it is only now and then if that takes long to put together', async () => {
    let elapsed = 0;
    const rests: number[] = [];
    const { say } = talk(
      async () => {
        await new Promise(setImmediate);
        return found();
      },
      {
        services: {
          clock: {
            ...clockAt(() => NOW),
            // Each look takes 10 ms, so that a state takes that, too.
            elapsed: () => (elapsed += 10),
            sleep: (ms) => {
              rests.push(ms);
              return new Promise(() => undefined);
            },
          },
        },
      },
    );
    const { states } = await say(`/imei ${linesOf(100)}`);
    expect(states.length).toBeLessThanOrEqual(2);
    expect(rests).toEqual([90]);
  });
});

describe('a long list', () => {
  const KNOWN = [100, 101].map((serial) => imeiOf('35209900', serial));

  function talkOfKnown(settings: Setup['settings'] = {}) {
    const scripted = scriptedChecker(found, 120_000);
    const checker = {
      ...scripted,
      freeOutcome: async (
        ...asked: Parameters<typeof scripted.freeOutcome>
      ): Promise<LookupOutcome> =>
        KNOWN.includes(asked[0])
          ? { kind: 'answered', answer: answers.found(basic(), { source: 'cache' }) }
          : scripted.freeOutcome(...asked),
    };
    const all = { batchConfirm: 20, pricePerCheck: 0.02, ...settings };
    const checked = () => [...new Set(scripted.calls.map(({ imei }) => imei))];
    return { checked, ...conversation({ services: { checker }, settings: all }) };
  }

  test('a list over BATCH_CONFIRM without saved answers shows its cost first, and runs once confirmed', async () => {
    const { say, press, checked } = talkOfKnown();
    const plan = await say(
      `${linesOf(25)}\n${KNOWN[0]}\n490154203237517\nOrder no.: 356938031000020`,
    );
    // Intl puts a no-break space between the currency and the amount.
    expect(plan).toMatchInlineSnapshot(`
      Check 25 IMEIs?
      1 duplicate skipped. That’s a long list. Here’s what it will cost:
      From saved answers: 2
      Costs at most: 23 checks (USD 0.46)
      Ready: in about 2 minutes
      # Invalid numbers (1)
      27. 490154203237517 · typo (if the other digits are right, the last one is 8, not 7)
      # Check this too?
      28. Order no.: 356938031000020
      [Check them]
      [Not now]
    `);
    expect(plan.last.withoutButtons).toBe('To start, send the same list again with --accepted.');
    expect(actionOf(plan.last, 'leave').effect).toEqual({ kind: 'dismiss' });
    expect(plan.last.records?.()[0]).toMatchObject({ ok: false, problem: 'unconfirmed' });
    expect(checked()).toEqual([]);
    const reply = await press(plan.last, 'Check them');
    reply.expect('25 found, 1 to confirm, 1 invalid number', 'Order no.: 356938031000020');
    expect(checked()).toHaveLength(25);
  });

  test('a list over BATCH_MAX is checked in rounds: a button or the same message checks the next round', async () => {
    const { say, press, checked } = talkOfKnown({ batchMax: 10 });
    const first = await say(linesOf(25));
    first.expect('12 found, 13 not checked', '13 IMEIs aren’t checked yet.', '[Check the next 10]');
    expect(first.last.records?.().filter(({ problem }) => problem === 'later')).toHaveLength(13);
    const next = await press(first.last, 'Check the next 10');
    next.expect('22 found, 3 not checked', '[Check the next 3]');
    (await say(linesOf(25))).expect('All 25 found').expectNot('[Check the next');
    expect(checked()).toHaveLength(25);
    (await talkOfKnown({ batchMax: 10 }).say(linesOf(13))).expect('[Check the next one]');
    const fresh = talkOfKnown({ batchMax: 10 });
    await fresh.press((await fresh.say(`/imei ${linesOf(12)} --fresh`)).last, 'Check the next 2');
    expect(fresh.checked()).toEqual(linesOf(12).split('\n'));
    const plan = await talkOfKnown({ batchMax: 21 }).say(linesOf(30));
    plan.expect('Check 23 IMEIs?', '7 IMEIs aren’t checked yet.', /Costs at most: 21 checks/);
  });
});
