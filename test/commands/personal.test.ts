import { describe, expect, test } from 'vitest';
import type { LookupOutcome } from '../../src/checks/contract.ts';
import type { Principal } from '../../src/core/principal.ts';
import {
  type History,
  NO_HISTORY,
  type RecentCheck,
  StoredHistory,
} from '../../src/history/history.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { HistoryTable } from '../../src/store/schema/history-table.ts';
import { answers, basic, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { clockAt } from '../support/clocks/clock-at.ts';
import { conversation } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';
import { DAY_MS } from '../support/known.ts';
import { createMemorySql, NO_SEAL } from '../support/store/memory-sql.ts';

const MINUTE_MS = 60_000;
const ME = 'test:user:1';

function createStage(now = { at: NOW }) {
  const clock = clockAt(() => now.at);
  const sql = createMemorySql();
  const table = new HistoryTable(sql, NO_SEAL);
  const stored = new StoredHistory(table, clock);
  const history: History = {
    recent: async (requester) => {
      // A request is closed before the next one is accepted.
      await sql.untilIdle();
      return stored.recent(requester);
    },
    add: (...check) => stored.add(...check),
  };
  const checker = {
    ...scriptedChecker(() => answers.found(basic())),
    lookUp: async (): Promise<LookupOutcome> => ({
      kind: 'answered',
      answer: answers.found(basic(), { source: 'cache' }),
    }),
  };
  const forget = async (requester: Principal) => ({
    checks: await stored.forget(requester),
    requests: 0,
  });
  return {
    now,
    history,
    add: (requester: Principal, check: RecentCheck) =>
      sql.tx((query) => history.add(query, requester, [check])),
    checker,
    ...conversation({
      services: { checker, history, forget, clock },
      as: { alsoOnClose: (work) => void sql.tx(work) },
    }),
  };
}

function imei(serial: number): Imei {
  return imeiOf('35209900', serial);
}

const RETENTION = {
  answersMs: 365 * DAY_MS,
  notFoundMs: 7 * DAY_MS,
  requestsMs: DAY_MS,
  buttonsMs: 2 * DAY_MS,
  historyMs: 30 * DAY_MS,
};

describe('/recent', () => {
  test('shows what this person checked, newest first, each IMEI once, and of nobody else', async () => {
    const { say, now, add } = createStage();
    for (const serial of [1, 2, 1]) {
      await say(imei(serial));
      now.at += 60_000;
    }
    await add('test:user:2', { imei: imei(3), at: now.at });
    const reply = await say('/recent');
    expect(reply).toMatchInlineSnapshot(`
      Your last 2 checks
      1. 352099000000014 · NOKIA 3310 · 12:02
      2. 352099000000022 · NOKIA 3310 · 12:01
      (Only you can see this. /forget deletes it. · Times are UTC)
      [1]
      [2]
      [As a file]
    `);
    expect(reply.last.isPrivate).toBe(true);
  });

  test('keeps the last 50, for 30 days', async () => {
    const { say, now } = createStage();
    await say(linesOf(55));
    (await say('/recent')).expect('Your last 50 checks');
    now.at += 30 * DAY_MS;
    (await say('/recent')).expect('Your checks of the last 30 days will appear here.');
  });

  test('has pages of ten with buttons to the next ones, and goes to a page that exists', async () => {
    const { say, press } = createStage();
    await say(linesOf(25));
    const first = await say('/recent');
    first
      .expect('Your last 25 checks\nPage 1 of 3.', '\n10. ', '[10]', '[Older]')
      .expectNot('11. ', '[Newer]');
    expect(first.last.withoutButtons).toBe(
      'There are more: /recent with a brand or the last digits finds them.',
    );
    const last = await press((await press(first.last, 'Older')).last, 'Older');
    last.expect('Page 3 of 3.', '\n21. ', '\n25. ', '[Newer]').expectNot('20. ', '[Older]');
    (await press(last.last, 'Newer')).expect('Page 2 of 3.');
    for (const page of ['99', '-1', 'x', '1e9', '']) {
      const options = { kind: 'values', values: { page } } as const;
      const effect = { kind: 'invoke', command: 'recent', options } as const;
      const forged = { id: 'forged', label: 'forged', opens: 'here', effect } as const;
      (await press({ ...first.last, actions: [forged] }, 'forged')).expect(/Page [13] of 3\./);
    }
  });

  test('finds a brand, a model, and the last digits', async () => {
    const { say, add } = createStage();
    await add(ME, { imei: imei(1), name: 'Samsung Galaxy S5', at: NOW - 1 });
    await add(ME, { imei: imei(2), name: 'NOKIA 3310', at: NOW - 2 });
    await add(ME, { imei: imei(3), at: NOW - 3 });
    (await say('/recent galaxy  SAMSUNG')).expect('1 of your checks matches “galaxy SAMSUNG”');
    for (const [find, serial] of [
      ['galaxy  SAMSUNG', 1],
      ['3310', 2],
      ['٣٣١٠', 2],
      [imei(3).slice(-4), 3],
      [`…${imei(3).slice(-6)}`, 3],
    ] as const) {
      const others = [1, 2, 3].filter((other) => other !== serial).map(imei);
      (await say(`/recent ${find}`)).expect(imei(serial)).expectNot(...others);
    }
    (await say('/recent (a+)+$'))
      .expect('None of your checks matches “(a+)+$”', 'Try a brand')
      .expectNot('[');
  });

  test('opens a saved answer, or gives all of them as a file, by one button and for nothing', async () => {
    const { say, press, checker } = createStage();
    await say(linesOf(3));
    const before = checker.calls.length;
    const recent = await say('/recent');
    const [first] = recent.last.sections[0]?.copyable ?? [];
    (await press(recent.last, '1')).expect(String(first));
    (await press(recent.last, 'As a file')).expect('All 3 found');
    expect(checker.calls).toHaveLength(before);
  });

  test('shows whole IMEIs in a group too, since only its asker sees it', async () => {
    const { add, history } = createStage();
    await add(ME, { imei: imei(1), name: 'NOKIA 3310', at: NOW });
    const { say } = conversation({ services: { history }, as: { visibility: 'shared' } });
    const { last } = await say('/recent');
    expect(last).toMatchObject({ isPrivate: true, sections: [{ copyable: [imei(1)] }] });
  });
});

test('the last digits or the model of an own check show it, and nothing is paid', async () => {
  const { say, press, checker } = createStage();
  await say(imei(1));
  const once = await say(imei(1).slice(-4));
  expect(once).toMatchInlineSnapshot(`
    You checked this today at 12:00
    352099000000014 · NOKIA 3310
    (Only you can see this. /forget deletes it. · Times are UTC)
    [Open]
  `);
  (await press(once.last, 'Open')).expect('NOKIA 3310', 'no check used');
  await say(imei(2));
  const before = checker.calls.length;
  (await say('nokia 33')).expect('2 of your checks match “nokia 33”', `1. ${imei(2)}`, '[2]');
  expect(checker.calls).toHaveLength(before);
  // Nobody finds the checks of others.
  for (const text of ['nokia', imei(1).slice(-4)]) {
    (await say(text, { requester: 'test:user:2' })).expectNot('NOKIA', /\d\d:\d\d/u);
  }
});

test.each(['again', 'full'])(
  '“%s” shows the last answer, also to a number that had to be confirmed',
  async (word) => {
    const { say, press, checker } = createStage();
    const asked = await say('004401015420322');
    asked.expect('Should I check this number?');
    await press(asked.last, 'check');
    const before = checker.calls.length;
    (await say(word)).expect('NOKIA 3310', '004401015420322');
    expect(checker.calls).toHaveLength(before);
  },
);

describe('/forget', () => {
  test('deletes what is stored of a person, and says how much that was', async () => {
    const { say } = createStage();
    await say(linesOf(3));
    (await say('/forget')).expect('I deleted your 3 recent checks, and the buttons');
    (await say('/recent')).expect('Nothing yet');
    (await say('/forget')).expect('I had no checks or questions of yours stored.');
  });

  test('says the same when its reply is shown again, and deletes nothing that came since', async () => {
    const { say } = createStage();
    await say(linesOf(3));
    const asked = { requestId: 'test:forget' };
    const { last } = await say('/forget', asked);
    await say(imei(9));
    expect((await say('/forget', { ...asked, isRepeat: true })).last).toEqual(last);
    expect((await say('/recent')).last).toMatchObject({ sections: [{ copyable: [imei(9)] }] });
  });
});

describe('/privacy', () => {
  test('says what is stored and for how long, by the settings', async () => {
    const reply = await conversation({ settings: { retention: RETENTION } }).say('/privacy');
    reply.expect('365 days', '7 days', 'for at most 24 hours', 'for 30 days', '/forget');
    expect(reply.last.isPrivate).toBe(true);
    const retention = { ...RETENTION, historyMs: undefined };
    const { say } = conversation({ services: { history: NO_HISTORY }, settings: { retention } });
    (await say('/recent')).expect('History is off');
    (await say('/privacy')).expect(
      'Your recent checks: not stored',
      'each with its IMEI and who asked, for two days, also if history is off',
    );
  });

  test.each([
    [MINUTE_MS, '60 seconds'],
    [90_000, '90 seconds'],
    [100_000, '100 seconds'],
    [2 * MINUTE_MS, '2 minutes'],
    [60 * MINUTE_MS, '1 hour'],
    [100 * MINUTE_MS, '100 minutes'],
    [100 * MINUTE_MS + 1_000, '6,001 seconds'],
    [DAY_MS, '24 hours'],
    [36 * 60 * MINUTE_MS, '36 hours'],
    [DAY_MS + MINUTE_MS, '1,441 minutes'],
    [2 * DAY_MS, '2 days'],
  ])(
    '/privacy says exactly how long an answer is kept: %d ms are %s',
    async (notFoundMs, words) => {
      const retention = { ...RETENTION, notFoundMs };
      const { say } = conversation({ settings: { retention } });
      (await say('/privacy')).expect(`“not found” for ${words};`);
    },
  );
});
