import { describe, expect, it } from 'vitest';
import type { CheckWait } from '../../src/checks/contract.ts';
import type { DayAllowance, Pause } from '../../src/checks/usage.ts';
import { deferred, untilAborted } from '../../src/core/promises.ts';
import type { Reply } from '../../src/core/reply/reply.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { answers, basic, NOW } from '../support/checks/answers.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';
import { actionOf, conversation, type Setup, talk } from '../support/conversation.ts';
import { linesOf } from '../support/imeis.ts';
import { serviceWith } from '../support/process/process-main.ts';
import { openShop } from './stage.ts';

const NUMBERS = linesOf(8).split('\n');
const IN_FIVE_HOURS = NOW + 5 * 3_600_000;

/** A clerk who has `left` checks left at the beginning of the day. */
function clerk(left: number, { limit = 100, pause }: { limit?: number; pause?: Pause } = {}) {
  let used = 0;
  return talk(
    () => {
      used += 1;
      return answers.found(basic());
    },
    {
      settings: { pricePerCheck: 0.02 },
      supply: {
        allowance: async (): Promise<DayAllowance> => ({
          left: left - used,
          limit,
          perDay: limit,
          renewsAt: IN_FIVE_HOURS,
        }),
        pauseReason: () => pause,
      },
    },
    960_000,
  );
}

describe('what is left of a person’s day', () => {
  it('is what /quota shows to everybody, with the id for the operator', async () => {
    const { last, text } = await clerk(9, { limit: 10 }).say('/quota');
    expect(text).toBe(
      [
        '9 of 10 checks left today',
        'There’ll be new ones in about 5 hours. Saved answers are free.',
        '(For the operator, your id: test:user:1)',
      ].join('\n'),
    );
    expect(last.isPrivate).toBe(true);
  });

  it('is said with the reason why nothing can be checked at present', async () => {
    const { say } = clerk(5, {
      limit: 8,
      pause: { code: 'monthly-limit', retryAt: IN_FIVE_HOURS },
    });
    // The new ones are those of the title, not those of the month.
    const when = /today\nThere’ll be new ones .* This month’s checks are used up\./u;
    (await say('/quota')).expect('5 of 8 checks left today', when);
    (await say(linesOf(12))).expect('12 IMEIs, 5 checks left today', when);
  });

  it('is counted by the whole bot, which says it when little is left', async () => {
    const { ann, answerTo } = await openShop({ USER_CHECKS_PER_DAY: '3' });
    const said: string[] = [];
    for (const number of NUMBERS.slice(0, 4)) said.push((await answerTo(ann, number)).text);
    expect(said[0]).not.toContain('left today');
    expect(said[2]).toContain('That was your last check today');
    expect(said[3]).toContain('You’ve used all your checks for today');
    expect(said[3]).toMatch(/You get 3 checks a day, and new ones in about /u);
    expect(said[3]).not.toContain('UTC');
    // A saved answer is free, so it does not mention checks.
    expect((await answerTo(ann, NUMBERS[0] ?? '')).text).not.toContain('check today');
    expect((await answerTo(ann, '/quota')).text).toContain('No checks left today');
  });

  it('is under an answer only from the last fifth on, and never where others read', async () => {
    const { say } = clerk(22);
    (await say(NUMBERS[0] ?? '')).expectNot('left today');
    (await say(NUMBERS[1] ?? '')).expect('20 checks left today · Checked just now');
  });
});

describe('the plan of a list', () => {
  it('knows what a person may still check, and then checks just that', async () => {
    const { say, press, checked } = clerk(2);
    const plan = await say(NUMBERS.join('\n'));
    expect(plan.text).toMatch(
      /^8 IMEIs, 2 checks left today\nThere’ll be new ones in about 5 hours\./u,
    );
    plan.expect(
      /Costs at most: 2 checks \(USD\s0\.04\)/u,
      'Ready: in about 16 minutes',
      '[Check the first 2]',
      '[Not now]',
    );
    expect(checked()).toEqual([]);
    const reply = await press(plan.last, 'Check the first 2');
    reply.expect(
      '2 found, 6 not checked\n6 IMEIs, no checks left today. There’ll be new ones in about 5 hours.',
      'That was your last check today',
    );
    reply.expect('[Check the next 6]');
    expect(checked()).toEqual(NUMBERS.slice(0, 2));
  });

  it('says why nothing can be checked at present, and no time', async () => {
    const { environment } = await serviceWith({});
    const LOOKUP_API_KEY = 'sandbox-3-a-month';
    const shop = { ...environment, LOOKUP_API_KEY, BATCH_CONFIRM: '5' };
    const { ann, bob, answerTo, shown } = await openShop(shop);
    for (const number of NUMBERS.slice(0, 3)) await answerTo(ann, number);
    bob.say(NUMBERS[3] ?? '');
    await expect.poll(() => shown().at(-1)?.text).toContain('dieses Monats sind aufgebraucht');
    const plan = await answerTo(ann, linesOf(12));
    expect(plan.text).toMatch(/^ℹ️ Check 12 IMEIs\?\nThis month’s checks are used up\. /u);
    expect(plan.text).not.toContain('Ready');
    expect((await answerTo(ann, '/quota')).text).toContain('This month’s checks are used up.');
  });

  it('lists what it cannot check when nothing is left, with a button for the next day', async () => {
    const { say, checked } = clerk(1);
    (await say(NUMBERS[0] ?? '')).expect('That was your last check today');
    const nothing = await say(NUMBERS.slice(1, 4).join('\n'));
    expect(nothing.text).toBe(
      [
        '3 not checked',
        '3 IMEIs, no checks left today. There’ll be new ones in about 5 hours. Saved answers are free.',
        '# Not checked (3)',
        `1. ${NUMBERS[1]}`,
        `2. ${NUMBERS[2]}`,
        `3. ${NUMBERS[3]}`,
        '[Check the next 3]',
      ].join('\n'),
    );
    const saved = await say(NUMBERS.join('\n'));
    saved.expect(
      '1 found, 7 not checked\n7 IMEIs, no checks left today. There’ll be new ones in about 5 hours.',
    );
    saved.expect('[Check the next 7]');
    // The last one was answered from what is saved.
    expect(new Set(checked())).toEqual(new Set(NUMBERS.slice(0, 1)));
  });
});

describe('what a colleague’s check answers, which was under way', () => {
  const IMEIS = Array.from({ length: 10 }, (_, serial) => testImei(serial));
  /** Ann asks while Bob’s checks of the first two numbers are under way. Bob has no limit. */
  const askAfterBob = async (checksPerAccountPerDay: number, line: string) => {
    const { clock, start } = createQuickWorld();
    const allowance = { checksPerAccountPerDay, reserve: 0 };
    const { check, checks } = await start({ settings: { allowance } });
    const { say } = conversation({
      services: { checker: checks.checker },
      supply: { allowance: (person) => checks.allowance.leftToday(person) },
    });
    const bob = { requester: 'test:user:2', isAdmin: true } as const;
    const bobs = IMEIS.slice(0, 2).map((imei) => check(imei, bob));
    const [reply] = await clock.advanceUntil(Promise.all([say(line), ...bobs]));
    return reply;
  };

  it('is not taken from what a list leaves of the day', async () => {
    const reply = await askAfterBob(6, `${IMEIS.join('\n')} --accepted`);
    reply.expect('6 found, 4 not checked\n4 IMEIs, 2 checks left today.', '[Check the next 2]');
  });

  it('is not called the person’s last check', async () => {
    (await askAfterBob(0, IMEIS[0] ?? '')).expect('iPhone 5').expectNot('last check');
  });
});

it('“Stop” below a list for which the day is too short offers what the day still has, in one button', async () => {
  const stop = new AbortController();
  const { say, press, open } = slowClerk({
    as: { signal: stop.signal },
    supply: {
      allowance: async () => ({ left: 6, limit: 100, perDay: 100, renewsAt: IN_FIVE_HOURS }),
    },
  });
  const plan = await say(NUMBERS.join('\n'));
  const reply = press(plan.last, 'Check the first 6');
  await turn();
  open(NUMBERS.slice(0, 2));
  await turn();
  stop.abort(new Error('stopped'));
  const stopped = await reply;
  stopped.expect(
    '2 found, 6 not checked\n6 IMEIs, 4 checks left today. There’ll be new ones in about 5 hours.',
    '[Check the next 4]',
  );
  stopped.expectNot('[Check the rest');
});

it('the same list while it runs is not asked about again, and is shown for nothing', async () => {
  const { begin, say, press, checked, open } = slowClerk();
  const states = begin(NUMBERS.join('\n'));
  await states.next();
  open(NUMBERS.slice(0, 3));
  await turn();
  const again = await say(NUMBERS.join('\n'));
  expect(again.text).toMatch(/^I’m already on this list\n3 of 8 done\. Ready /u);
  again.expect('[Show it]').expectNot('Costs');
  open(NUMBERS);
  for (let state = await states.next(); !state.done; ) state = await states.next();
  // It is over, so the same list is answered.
  (await press(again.last, 'Show it')).expect('All 8 found');
  (await say(NUMBERS.join('\n'))).expect('All 8 found');
  expect(new Set(checked())).toEqual(new Set(NUMBERS));
});

it('the same list while two of them run shows how far the newer one is', async () => {
  const { begin, say, open } = slowClerk();
  const part = NUMBERS.slice(0, 6).join('\n');
  const running = [begin(NUMBERS.join('\n')), begin(`${part} --accepted`)];
  for (const states of running) await states.next();
  (await say(part)).expect('I’m already on this list\n0 of 6 done.');
  open(NUMBERS);
  for (const states of running) {
    for (let state = await states.next(); !state.done; ) state = await states.next();
  }
});

it('“Show it” waits for what is under way, and pays for nothing itself', async () => {
  const stop = new AbortController();
  const { begin, say, press, checked, open, fail } = slowClerk();
  const states = begin(NUMBERS.join('\n'), { requestId: 'test:list', signal: stop.signal });
  await states.next();
  fail(NUMBERS.slice(0, 1));
  open(NUMBERS.slice(1, 3));
  await turn();
  const again = await say(NUMBERS.join('\n'));
  const whileItRuns = press(again.last, 'Show it');
  await turn();
  expect(checked()).toEqual(NUMBERS);
  stop.abort(new Error('stopped'));
  for (let state = await states.next(); !state.done; ) state = await states.next();
  (await whileItRuns).expect('2 found, 1 with no answer, 5 not checked');
  // The list has ended, so its saved answers are left.
  (await press(again.last, 'Show it')).expect('2 found, 6 not checked', '[Check the rest');
  expect(checked()).toEqual(NUMBERS);
});

it('“Show it” waits for a list although its numbers had no answer before', async () => {
  const { checker, open } = slowClerk();
  const failed = { kind: 'failed', failure: new ServiceFailure('timeout') } as const;
  const { begin, say, press } = conversation({
    services: { checker: { ...checker, lookUp: async () => failed } },
  });
  const states = begin(NUMBERS.join('\n'));
  await states.next();
  const again = await say(NUMBERS.join('\n'));
  const shown = press(again.last, 'Show it');
  await turn();
  open(NUMBERS);
  (await shown).expect('All 8 found');
});

it('“Show it” waits in the next process for a list that is not planned yet', async () => {
  const before = slowClerk();
  await before.begin(NUMBERS.join('\n')).next();
  const again = await before.say(NUMBERS.join('\n'));
  const planned = deferred<undefined>();
  const { begin, press, open } = slowClerk({ supply: { allowance: () => planned.promise } });
  const resumed = { isRepeat: true };
  const list = begin(NUMBERS.join('\n'), { ...resumed, requestId: 'test:list' }).next();
  const shown = press(again.last, 'Show it', resumed);
  await turn();
  planned.resolve(undefined);
  await list;
  open(NUMBERS);
  (await shown).expect('All 8 found');
});

it('“Show it” goes on in the next process, as its list does', async () => {
  const { ann, nextTo, shown, restart } = await openShop();
  // More than a window takes.
  const list = linesOf(20);
  ann.say(list);
  await expect.poll(() => shown().at(0)?.text).toContain('of 20 done');
  const again = await nextTo(() => void ann.say(list));
  ann.press(again, 'Show it');
  await expect.poll(() => again.text).toMatch(/^⏳/u);
  await restart();
  expect(again.text).toMatch(/^⏳/u);
});

it('“Show it” says what the list waits for, and its “Stop” stops the list', async () => {
  const progress = await shownOnceMore(NUMBERS);
  expect(progress.summary).toContain('My database isn’t answering right now');
  expect(actionOf(progress, 'Stop').effect).toEqual({ kind: 'stop', also: ['test:list'] });
});

it('“Stop” below a part of a list leaves the list running', async () => {
  const progress = await shownOnceMore(NUMBERS.slice(2));
  expect(actionOf(progress, 'Stop').effect).toEqual({ kind: 'stop' });
});

/** What “Show it” first shows of these numbers of a list that waits for the store. */
async function shownOnceMore(numbers: readonly string[]): Promise<Reply> {
  const { begin, say, press, open } = slowClerk({}, { kind: 'store' });
  await begin(NUMBERS.join('\n'), { requestId: 'test:list' }).next();
  const again = await say(numbers.join('\n'));
  const shown = press(again.last, 'Show it');
  await turn();
  await turn();
  open(NUMBERS);
  const [progress = expect.unreachable()] = (await shown).states;
  return progress;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A clerk whose checks wait, for this reason, until the test says how they end. */
function slowClerk(setup: Setup = {}, wait?: CheckWait) {
  const gates = new Map(NUMBERS.map((number) => [number, deferred<void>()]));
  const talking = talk(async (imei, { signal, onWait }) => {
    if (wait !== undefined) onWait?.(wait);
    await untilAborted(gates.get(imei)?.promise ?? Promise.resolve(), signal);
    return answers.found(basic());
  }, setup);
  const open = (numbers: readonly string[]): void => {
    for (const number of numbers) gates.get(number)?.resolve();
  };
  const fail = (numbers: readonly string[]): void => {
    for (const number of numbers) gates.get(number)?.reject(new ServiceFailure('unknown-error'));
  };
  return { ...talking, open, fail };
}
