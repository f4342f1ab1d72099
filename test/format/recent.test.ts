import { expect, test } from 'vitest';
import { onlyMatchReply, recentReply } from '../../src/format/recent-page.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { textOf } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';

const BERLIN = 'Europe/Berlin';
/** In the night to 25 October 2026, Berlin went from 03:00 GMT+2 back to 02:00 GMT+1. */
const SUMMER = Date.parse('2026-10-25T00:59:00Z');
const WINTER = Date.parse('2026-10-25T01:01:00Z');

const context = {
  say: sayIn('en'),
  visibility: 'private',
  isAdmin: false,
  isSandbox: false,
  now: WINTER,
} as const;

test('a time from before the clocks changed has its own zone', () => {
  const checks = [WINTER, SUMMER].map((at, index) => ({ imei: imeiOf('35209900', index), at }));
  const page = { checks, from: 0, page: 1, pages: 1, count: 2, find: '', timeZone: BERLIN };
  const text = textOf(recentReply(context, page));
  expect(text).toMatch(/1\. .* · 02:01$/mu);
  expect(text).toMatch(/2\. .* · 02:59 GMT\+2$/mu);
  expect(text).toContain('Times are GMT+1');
});

test('a single check has the zone of its time', () => {
  const check = { imei: imeiOf('35209900', 1), at: SUMMER };
  const text = textOf(onlyMatchReply(context, check, BERLIN));
  expect(text).toContain('today at 02:59');
  expect(text).toContain('Times are GMT+2');
});
