import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EndedSends } from '../../src/store/schema/ended-sends.ts';
import { HistoryTable } from '../../src/store/schema/history-table.ts';
import { KeySampleTable } from '../../src/store/schema/key-sample-table.ts';
import { MessageTable } from '../../src/store/schema/message-table.ts';
import { MetadataTable } from '../../src/store/schema/metadata-table.ts';
import { type RequestRow, RequestTable } from '../../src/store/schema/request-table.ts';
import { SendTable } from '../../src/store/schema/send-table.ts';
import { SpendingDayTable } from '../../src/store/schema/spending-day-table.ts';
import {
  countDayOfAccount,
  countSpentByAll,
  countSpentSince,
  forgetAccount,
} from '../../src/store/schema/spent-checks.ts';
import { sweepTables } from '../../src/store/schema/sweep.ts';
import type { Sql } from '../../src/store/sql.ts';
import { clockAt } from '../support/clocks/clock-at.ts';
import { DAY_MS, HOUR_MS, SEAL } from '../support/known.ts';

const NEVER = new AbortController().signal;
/** A send whose row was made for the account `me`. */
const made = (id: number) => ({ id, account: 'me' });

/** The contract of the tables on any database. `open` creates an empty database. */
export function describeTables(name: string, open: () => Promise<Sql>): void {
  describe(`the tables on ${name}`, () => {
    it('the latest checks of a person are listed, newest first', async () => {
      const sql = await open();
      const history = new HistoryTable(sql, SEAL, 2);
      // The clock is set back all the time.
      const check = (serial: number) => ({ imei: `imei ${serial}`, at: 9 - serial });
      const add = (table: HistoryTable, person: string, serial: number) =>
        sql.tx((query) => table.add(query, person, check(serial)));
      const added = [1, 2, 3, 1].map((serial) => add(history, 'me', serial));
      added.push(add(history, 'you', 4));
      await sql.untilIdle();
      await Promise.all(added);
      expect(await history.recent('me', 0)).toEqual([check(1), check(3)]);
      const next = add(new HistoryTable(sql, SEAL, 2), 'me', 5);
      await Promise.all([next, sql.untilIdle()]);
      expect(await history.recent('me', 0)).toEqual([check(5), check(1)]);
      expect(await history.forget('me')).toHaveLength(2);
      expect(await history.recent('me', 0)).toEqual([]);
      expect(await history.recent('you', 0)).toEqual([check(4)]);
    });

    it('requests that are stored in one turn are each stored once', async () => {
      const requests = new RequestTable(await open(), SEAL);
      const insert = (id: string) =>
        requests.insert('me', { id, body: `body of “${id}”\n\\`, at: 1 });
      expect(await Promise.all([insert('a'), insert('b')])).toEqual([true, true]);
      const more = [insert('b'), insert('c'), requests.close({ id: 'a', at: 2 })];
      expect(await Promise.all(more)).toEqual([false, true, undefined]);
      const bodies = (await requests.listOpen()).map(({ body }) => body);
      expect(bodies).toEqual(['body of “b”\n\\', 'body of “c”\n\\']);
      expect(await requests.stateOf('a')).toBe('closed');
      expect(await requests.stateOf('c')).toBe('open');
    });

    it('open requests come in portions, those with less suspicion first, then the oldest', async () => {
      const requests = new RequestTable(await open(), SEAL);
      const ids = Array.from({ length: 250 }, (_, number) => `${number}`);
      await Promise.all(
        ids.map((id) => requests.insert('me', { id, body: `body ${id}`, at: 1_000 - Number(id) })),
      );
      await requests.setSuspicion('7', 2);
      await requests.raiseSuspicions(2);
      const listed: RequestRow[] = [];
      let portion = await requests.listOpen();
      while (portion.length > 0) {
        listed.push(...portion);
        portion = await requests.listOpen(portion.at(-1));
      }
      const expected = [...ids.filter((id) => id !== '7').toReversed(), '7'];
      expect(listed.map(({ id }) => id)).toEqual(expected);
      expect(listed.map(({ suspicion }) => suspicion)).toEqual([...Array(249).fill(1), 2]);
    });

    it('what is stored about a message is there until it expires or is forgotten', async () => {
      let now = 0;
      const clock = clockAt(() => now);
      const messages = new MessageTable(await open(), SEAL, clock);
      const get = (name: string) => messages.get(name, z.string());
      const options = { keptMs: 1_000, person: 'me' };
      await messages.upsert('a', 'first', options);
      await messages.upsert('a', 'second', options);
      expect(await get('a')).toBe('second');
      await messages.upsert('b', 'third', { keptMs: 2_000 });
      now = 1_000;
      expect(await get('a')).toBeUndefined();
      await messages.upsert('a', 'fourth', options);
      expect(await get('a')).toBe('fourth');
      expect(await get('b')).toBe('third');
      expect(await messages.get('b', z.number()), 'another version wrote it').toBeUndefined();
      await messages.forget('me');
      expect(await get('a')).toBeUndefined();
      expect(await get('b')).toBe('third');
    });

    it('an entry is there until it is deleted or expires', async () => {
      let now = 0;
      const clock = clockAt(() => now);
      const metadata = new MetadataTable(await open(), clock);
      await metadata.set('a', 'one');
      expect(await metadata.insert('b', 'one', 1_000)).toBe(true);
      expect(await metadata.insert('b', 'two')).toBe(false);
      await metadata.set('a', 'two');
      now = 1_000;
      expect(await metadata.get('a')).toBe('two');
      expect(await metadata.get('b')).toBeUndefined();
      expect(await metadata.insert('b', 'two')).toBe(true);
      await metadata.delete('a');
      expect(await metadata.get('a')).toBeUndefined();
    });

    it('entries are deleted together by the beginning of their names', async () => {
      const metadata = new MetadataTable(
        await open(),
        clockAt(() => 0),
      );
      for (const name of ['alert one', 'alert two', 'an alert']) await metadata.set(name, 'sent');
      expect(await metadata.deleteAll('alert ')).toBe(true);
      expect(await metadata.deleteAll('alert ')).toBe(false);
      expect(await metadata.get('alert one')).toBeUndefined();
      expect(await metadata.get('an alert')).toBe('sent');
    });

    it('the row of a send says how it ended, and what was answered', async () => {
      const sql = await open();
      const sends = new SendTable(SEAL);
      const ended = new EndedSends(SEAL);
      const send = (imei: string | null, at: number) =>
        sql.tx((query) =>
          sends.insert(query, {
            imei,
            request: 'request',
            account: imei === null ? '' : 'me',
            boot: 'boot',
            sent: { at, uptime: at + 0.5 },
            expires: at + 10_000,
          }),
        );
      const ids = [
        await send('a', 1),
        await send('a', 2),
        await send('b', 3),
        await send(null, 4),
        await send(null, 5),
      ];
      expect(ids).toEqual([1, 2, 3, 4, 5]);
      await sql.tx(async (query) => {
        await sends.setAnswered(
          query,
          2,
          { at: 20, uptime: 20.2 },
          { raw: 'body', expires: 5_000 },
        );
        await sends.setFailed(query, made(3), {
          at: 30,
          state: 'doubt',
          code: 'timeout',
          expires: 2_000,
        });
        await sends.remove(query, { id: 4, account: '' });
        expect(await sends.setLost(query)).toBe(0);
      });
      const answered = {
        id: 2,
        imeiHash: 'a',
        request: 'request',
        account: 'me',
        endedAt: 20,
        code: undefined,
        raw: 'body',
      };
      expect(await ended.list(sql.read, 'a')).toEqual([answered]);
      const uncached = () =>
        ended.listUncached(sql.read, { keptUntil: 4_999, beforeId: 3, most: 9 });
      expect(await uncached()).toEqual([answered]);
      await sql.tx((query) => ended.setCached(query, [2], 1_000));
      expect(await uncached()).toEqual([]);
      expect(await ended.list(sql.read, 'b')).toMatchObject([{ endedAt: 30, code: 'timeout' }]);
      expect(await sends.latest(sql.read, 3)).toEqual([
        { boot: 'boot', sent: { at: 5, uptime: 6 }, answered: undefined },
        { boot: 'boot', sent: { at: 3, uptime: 4 }, answered: undefined },
        { boot: 'boot', sent: { at: 2, uptime: 3 }, answered: { at: 20, uptime: 20 } },
      ]);
      // The first row of the IMEI was open when the second one was made: it is lost, and was sent
      // all the same.
      expect(await countSpentByAll(sql.read, 0)).toBe(3);
      // What may have been paid for counts for the owner only.
      expect((await countDayOfAccount(sql.read, 'me', 0)).spent).toBe(1);
      expect((await countDayOfAccount(sql.read, 'me', 3)).spent).toBe(0);
      expect(await countSpentSince(sql.read, 25)).toBe(1);
      expect(await send('c', 6)).toBe(6);
      // Written once more, neither is news.
      for (const isNews of [true, false]) {
        const ends = await sql.tx(async (query) => [
          await sends.setAnswered(query, 6, { at: 30, uptime: 30 }),
          await sends.setFailed(query, made(2), {
            at: 40,
            state: 'failed',
            code: 'failing',
            expires: 2_000,
          }),
        ]);
        expect(ends).toEqual([isNews, isNews]);
      }
      for (let times = 0; times < 2; times += 1) {
        await sql.tx((query) => forgetAccount(query, 'me', 3));
        expect(await countSpentByAll(sql.read, 0)).toBe(3);
        expect((await countDayOfAccount(sql.read, 'me', 3)).spent).toBe(1);
        expect(await sql.read`SELECT id FROM send WHERE account = 'me'`).toEqual([]);
      }
    });

    it('a send of a forgotten account that fails is taken off the number of its day', async () => {
      const sql = await open();
      const sends = new SendTable(SEAL);
      await sql.tx(async (query) => {
        const sent = { at: 1, uptime: 1 };
        const row = { request: 'request', account: 'me', boot: 'boot', sent, expires: 10_000 };
        for (const imei of ['a', 'b', 'c', 'd']) await sends.insert(query, { ...row, imei });
        // The body of an answered send may turn out not to be an answer.
        await sends.setAnswered(query, 4, { at: 2, uptime: 2 });
        await forgetAccount(query, 'me', 0);
        await sends.insert(query, { ...row, imei: 'e' });
      });
      expect((await countDayOfAccount(sql.read, 'me', 0)).spent).toBe(5);
      for (let times = 0; times < 2; times += 1) {
        await sql.tx(async (query) => {
          await sends.remove(query, made(1));
          const failure = { at: 2, code: 'timeout', expires: 2_000 } as const;
          await sends.setFailed(query, made(2), { ...failure, state: 'doubt' });
          await sends.setAnswered(query, 3, { at: 2, uptime: 2 });
          await sends.setFailed(query, made(4), { ...failure, state: 'failed' });
        });
        expect(await countDayOfAccount(sql.read, 'me', 0)).toEqual({ spent: 2, doubts: 1 });
      }
    });

    it.each([
      ['could not be forgotten', 'rolled back', 0, 0],
      ['was forgotten a day later', 'committed', DAY_MS, 1],
    ])('a send that fails, of an account that %s, takes off nothing', async (...facts) => {
      const [, end, midnight, spent] = facts;
      const sql = await open();
      const sends = new SendTable(SEAL);
      const row = { request: 'request', account: 'me', boot: 'boot', expires: 10_000 };
      await sql.tx(async (query) => {
        await sends.insert(query, { ...row, imei: 'a', sent: { at: DAY_MS - 1, uptime: 1 } });
        await sends.insert(query, { ...row, imei: 'b', sent: { at: DAY_MS + 1, uptime: 1 } });
      });
      const forgetting = sql.tx(async (query) => {
        await forgetAccount(query, 'me', midnight);
        if (end === 'rolled back') throw new Error(end);
      });
      await forgetting.catch(() => undefined);
      await sql.tx((query) => sends.remove(query, made(1)));
      expect((await countDayOfAccount(sql.read, 'me', midnight)).spent).toBe(spent);
    });

    it('what happens on a day is counted', async () => {
      const sql = await open();
      const spending = new SpendingDayTable(sql);
      const add = (at: number, times: number) =>
        sql.tx((query) => spending.add(query, { at, what: 'paid', times }));
      await Promise.all([1, 2, 4, -1].map((times) => add(86_400_000, times)));
      await add(0, 1);
      expect(await spending.countsSince(86_400_000)).toEqual([
        { at: 86_400_000, what: 'paid', times: 6 },
      ]);
    });

    it('all that has expired is swept, however much it is', async () => {
      const sql = await open();
      await sql.tx(async (query) => {
        await query`WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1200)
          INSERT INTO metadata (name, value, expires)
            SELECT 'a ' || n, '', CASE WHEN n <= 1100 THEN 1000 ELSE 3000 END FROM number`;
        await query`INSERT INTO metadata (name, value) VALUES (${'lasting'}, ${''})`;
        await query`INSERT INTO history (person, imei, seq, body, at) VALUES (${'me'}, ${'x'}, ${1}, ${''}, ${0})`;
      });
      const clock = { ...clockAt(() => 2_000), sleep: async () => undefined, uptime: () => DAY_MS };
      expect(await sweepTables({ sql, clock, signal: NEVER })).toBe(1_100);
      expect(await sweepTables({ sql, clock, signal: NEVER })).toBe(0);
      expect(await sql.read`SELECT count(*) AS kept FROM metadata WHERE name <> 'format'`).toEqual([
        { kept: 101 },
      ]);
    });

    it('a machine in its first hour sweeps only a history that is not kept', async () => {
      const sql = await open();
      await sql.tx(async (query) => {
        await query`INSERT INTO metadata (name, value, expires) VALUES (${'old'}, ${''}, ${1})`;
        await query`INSERT INTO history (person, imei, seq, body, at) VALUES (${'me'}, ${'x'}, ${1}, ${''}, ${0})`;
      });
      const sweepAt = (uptime: number, keepsHistory: boolean) => {
        const clock = { ...clockAt(() => 99 * DAY_MS), uptime: () => uptime };
        return sweepTables({ sql, clock, signal: NEVER, keepsHistory });
      };
      expect(await sweepAt(HOUR_MS, true)).toBe(0);
      expect(await sweepAt(HOUR_MS, false)).toBe(1);
      expect(await sql.read`SELECT name FROM metadata WHERE name = 'old'`).toHaveLength(1);
      expect(await sweepAt(HOUR_MS + 1, true)).toBe(1);
    });

    it('what was sent in the last day by uptime stays, although the clock says it has expired', async () => {
      const sql = await open();
      const uptimes = [1, 3 * HOUR_MS, 40 * HOUR_MS];
      for (const uptime of uptimes) {
        await sql.tx((query) =>
          new SendTable(SEAL).insert(query, {
            imei: null,
            request: '',
            account: '',
            boot: 'boot',
            sent: { at: uptime, uptime },
            expires: uptime,
          }),
        );
      }
      const clock = { ...clockAt(() => 96 * HOUR_MS), uptime: () => 26 * HOUR_MS + 0.5 };
      expect(await sweepTables({ sql, clock, signal: NEVER })).toBe(2);
      expect(await sql.read`SELECT uptime FROM send`).toEqual([{ uptime: 3 * HOUR_MS }]);
    });

    it('the first sample of an hour stays', async () => {
      const samples = new KeySampleTable(await open());
      await samples.add('key', HOUR_MS + 1, 'one');
      await samples.add('key', HOUR_MS + 2, 'two');
      await samples.add('key', 1, 'earlier');
      await samples.add('another', 1, 'other');
      expect(await samples.bodiesBetween('key', 0, HOUR_MS + 1)).toEqual(['earlier', 'one']);
      expect(await samples.bodiesBetween('key', 1, HOUR_MS + 1)).toEqual(['one']);
      expect(await samples.bodiesBetween('key', 0, HOUR_MS)).toEqual(['earlier']);
    });
  });
}
