import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/sandbox/answers/keys.ts';
import { check, createStillClock, freeSandbox, keyStatus, type Said } from './stage.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FOUND = { status: 200, body: { imei: expect.any(String) } };
const HOURLY = { status: 429, body: { errors: 'Hourly limit exceeded' } };
const DAILY = { status: 429, body: { errors: 'Daily limit exceeded' } };
const INACTIVE = { status: 403, body: { errors: 'API key not activated or expired' } };

function left({ body }: Said): unknown {
  const {
    'Checks left (hour)': hour,
    'Checks left (day)': day,
    'Checks left (month)': month,
  } = body as Record<string, unknown>;
  return [hour, day, month];
}

describe('the checks of a key', () => {
  it('go down by one for each device and each "not found", and by none for an error', async () => {
    const sandbox = await freeSandbox();
    const key = 'sandbox-basic-2500';
    await check(sandbox, { key });
    await check(sandbox, { key, imei: '359999991234568' });
    await check(sandbox, { key, imei: '' });
    expect(left(await keyStatus(sandbox, key))).toEqual([98, 498, 2498]);
    expect(sandbox.paidChecks).toEqual(['490154203237518', '359999991234568']);
  });

  it('are counted for each key by itself', async () => {
    const sandbox = await freeSandbox();
    await check(sandbox, { key: 'sandbox-basic-2500' });
    expect(left(await keyStatus(sandbox, 'sandbox-full-2500'))).toEqual([100, 500, 2500]);
  });

  it('end with 429 for the rest of the hour', async () => {
    const clock = createStillClock(Date.UTC(2026, 0, 15, 12, 30));
    const sandbox = await freeSandbox({ clock });
    const key = 'sandbox-3-an-hour';
    for (let i = 0; i < 3; i += 1) expect(await check(sandbox, { key })).toMatchObject(FOUND);
    expect(left(await keyStatus(sandbox, key))).toEqual([0, 'No limit', 2497]);
    clock.pass(HOUR_MS / 2 - 1);
    expect(await check(sandbox, { key })).toEqual(HOURLY);
    clock.pass(1);
    expect(await check(sandbox, { key })).toMatchObject(FOUND);
    expect(left(await keyStatus(sandbox, key))).toEqual([2, 'No limit', 2496]);
  });

  it('end with 429 for the rest of the day', async () => {
    const clock = createStillClock(Date.UTC(2026, 0, 15, 12));
    const sandbox = await freeSandbox({ clock });
    const key = 'sandbox-3-a-day';
    for (let i = 0; i < 3; i += 1) expect(await check(sandbox, { key })).toMatchObject(FOUND);
    clock.pass(DAY_MS / 2 - 1);
    expect(await check(sandbox, { key })).toEqual(DAILY);
    clock.pass(1);
    expect(await check(sandbox, { key })).toMatchObject(FOUND);
  });

  it('end with "Exceeded the limit" for the rest of the month', async () => {
    const clock = createStillClock(Date.UTC(2026, 0, 31, 23));
    const sandbox = await freeSandbox({ clock });
    const key = 'sandbox-3-a-month';
    for (let i = 0; i < 3; i += 1) expect(await check(sandbox, { key })).toMatchObject(FOUND);
    expect(await check(sandbox, { key })).toEqual({ status: 200, body: { error: 'Exceeded the limit' } });
    clock.pass(HOUR_MS);
    expect(await check(sandbox, { key })).toMatchObject(FOUND);
  });

  it('never end in an hour or a day when there is "No limit"', async () => {
    const sandbox = await freeSandbox();
    for (let i = 0; i < 120; i += 1) expect(await check(sandbox)).toMatchObject(FOUND);
    expect(left(await keyStatus(sandbox, 'sandbox-full'))).toEqual(['No limit', 'No limit', 99_880]);
  });

  it('are as many as a test likes', async () => {
    const keys = [sandboxKey('mine', 'of a test', { level: 'BASIC', checks: { hour: 7, day: 8, month: 9 } })];
    expect(left(await keyStatus(await freeSandbox({ keys }), 'mine'))).toEqual([7, 8, 9]);
  });
});

describe('the dates of a key', () => {
  const keys = [sandboxKey('dated', 'for two days', { days: [1, 2] })];

  it('give access from the first day to the end of the last, by the UTC clock', async () => {
    const clock = createStillClock(Date.UTC(2026, 0, 15, 23, 59, 59, 999));
    const sandbox = await freeSandbox({ clock, keys });
    const tried = () => check(sandbox, { key: 'dated' });
    expect(await tried()).toEqual(INACTIVE);
    clock.pass(1);
    expect(await tried()).toMatchObject(FOUND);
    clock.pass(2 * DAY_MS - 1);
    expect(await tried()).toMatchObject(FOUND);
    clock.pass(1);
    expect(await tried()).toEqual(INACTIVE);
  });

  it('are told with whether it has access, also when it has none', async () => {
    const clock = createStillClock(Date.UTC(2026, 0, 15, 12));
    const sandbox = await freeSandbox({ clock, keys });
    const dates = { 'Activation date': '2026-01-16', 'Expiration date': '2026-01-17' };
    expect((await keyStatus(sandbox, 'dated')).body).toMatchObject({ 'Has access': false, ...dates });
    clock.pass(DAY_MS);
    expect((await keyStatus(sandbox, 'dated')).body).toMatchObject({ 'Has access': true, ...dates });
    clock.pass(2 * DAY_MS);
    expect((await keyStatus(sandbox, 'dated')).body).toMatchObject({ 'Has access': false, ...dates });
  });
});
