import { describe, expect, test } from 'vitest';
import type { Principal } from '../../src/core/requester.ts';
import { type History, NO_HISTORY } from '../../src/history/history.ts';
import { createHistory } from '../../src/history/rows.ts';
import { findImeis } from '../../src/imei/find/find.ts';
import type { Imei } from '../../src/imei/number/imei.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { answers, basic, DAY_MS, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { clockAt } from '../support/clocks/clock-at.ts';
import { conversation } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const ME = 'test:user:1';

function createStage(now = { at: NOW }) {
  const clock = clockAt(() => now.at);
  const store = createSqliteStore('sqlite://:memory:', clock);
  const history: History = createHistory({
    rows: store.collection('history'),
    seal: createSeal('0123456789abcdef'.repeat(4)),
    clock,
    onError: (error) => {
      throw error;
    },
  });
  const checker = scriptedChecker(() => answers.found(basic()));
  const forget = async (requester: Principal) => ({ checks: await history.forget(requester), requests: 0 });
  return { now, store, history, ...conversation({ needs: { checker, history, forget, clock } }) };
}

function imei(serial: number): Imei {
  const [found] = findImeis(imeiOf('35209900', serial)).found;
  if (found === undefined) throw new Error('no IMEI');
  return found.imei;
}

describe('/recent', () => {
  test('shows what this person checked, newest first, each IMEI once, and nobody else', async () => {
    const { say, now, history } = createStage();
    await say(imeiOf('35209900', 1));
    now.at += 60_000;
    await say(imeiOf('35209900', 2));
    now.at += 60_000;
    await say(imeiOf('35209900', 1));
    await history.add('test:user:2', [{ imei: imei(3), at: now.at }]);
    const reply = await say('/recent');
    reply.expect(
      'Your last 2 checks',
      new RegExp(`${imei(1)}: NOKIA 3310 · a moment ago\\n${imei(2)}: NOKIA 3310 · 1 minute ago`, 'u'),
    );
    reply.expectNot(imei(3));
    expect(reply.last.private).toBe(true);
  });

  test('keeps the last 20, for 30 days', async () => {
    const { say, now } = createStage();
    await say(linesOf(25));
    expect((await say('/recent')).last.sections[0]?.fields).toHaveLength(20);
    now.at += 30 * DAY_MS;
    (await say('/recent')).expect('You haven’t checked an IMEI in the last 30 days.');
  });

  test('loses none of those that are made at the same time', async () => {
    const { history } = createStage();
    const add = (serial: number): Promise<void> =>
      history.add(ME, [{ imei: imei(serial), at: NOW + serial }]);
    await Promise.all([add(1), add(2), history.recent(ME), add(3)]);
    expect((await history.recent(ME)).map((check) => check.imei)).toEqual([3, 2, 1].map(imei));
  });

  test('says so when the list is switched off', async () => {
    const retention = {
      answersMs: DAY_MS,
      notFoundMs: DAY_MS,
      requestsMs: DAY_MS,
      buttonsMs: 2 * 86_400_000,
      historyMs: undefined,
    };
    const { say } = conversation({ needs: { history: NO_HISTORY }, settings: { retention } });
    (await say('/recent')).expect('History is off');
    (await say('/privacy')).expect('Your recent checks: not stored');
  });
});

describe('/forget', () => {
  test('removes what is held and says how much that was', async () => {
    const { say } = createStage();
    await say(linesOf(3));
    (await say('/forget')).expect('I deleted your 3 recent checks, and the buttons');
    (await say('/recent')).expect('Nothing yet');
    (await say('/forget')).expect('I had nothing stored about you.');
  });
});

describe('/privacy', () => {
  test('says what is kept and for how long, from the settings', async () => {
    const retention = {
      answersMs: 365 * DAY_MS,
      notFoundMs: 7 * DAY_MS,
      requestsMs: DAY_MS,
      buttonsMs: 2 * 86_400_000,
      historyMs: 30 * DAY_MS,
    };
    const reply = await conversation({ settings: { retention } }).say('/privacy');
    reply.expect('365 days', '7 days', '24 hours at most', 'for 30 days', '/forget');
    expect(reply.last.private).toBe(true);
  });
});

describe('the list of recent checks on disk', () => {
  test('is not lost when many checks of one person end at the same time', async () => {
    const { history } = createStage();
    await Promise.all(Array.from({ length: 10 }, (_, i) => history.add(ME, [{ imei: imei(i), at: NOW }])));
    expect(await history.recent(ME)).toHaveLength(10);
  });

  test('names neither the person nor, unsealed, the IMEI', async () => {
    const { history, store } = createStage();
    await history.add(ME, [{ imei: imei(1), at: NOW }]);
    const [[id] = []] = await store.collection('history').entries();
    expect(id).not.toContain('user');
  });
});
