import { describe, expect, test } from 'vitest';
import type { KeyStatusAnswer, Usage } from '../../src/checks/answer.ts';
import type { KeyStatus } from '../../src/service/device.ts';
import { ServiceFailure } from '../../src/service/errors.ts';
import { DAY_MS, NOW } from '../support/answers.ts';
import { conversation, type Setup } from '../support/conversation.ts';

const usage: Usage = {
  today: { paid: 12, saved: 30, inDoubt: 0 },
  month: { paid: 340, saved: 1_200, inDoubt: 2 },
  waiting: 3,
  inFlight: 1,
  windowUsed: 12,
  windowLimit: 19,
  windowMs: 60_000,
};

const inOrder: KeyStatus = {
  hasAccess: true,
  activationDate: '2026-01-05',
  expirationDate: '2027-03-05',
  checksLeft: { hour: 'no-limit', day: 480, month: 2_300 },
};

function key(status: Partial<KeyStatus> = {}): KeyStatusAnswer {
  return { status: { ...inOrder, ...status }, checkedAt: NOW - 20_000, sandbox: false };
}

function talk(keyStatus: () => Promise<KeyStatusAnswer>, { needs, ...setup }: Setup = {}) {
  return conversation({
    as: { admin: true },
    ...setup,
    needs: { keyStatus, usage: async () => usage, ...needs },
  });
}

/** A day so many days from now, as the service writes it. */
const dayIn = (days: number): string => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);

describe('/quota', () => {
  test('shows the key, what is left, what was spent and saved, and what goes on', async () => {
    const reply = await talk(async () => key()).say('/quota');
    expect(reply.text).toBe(
      [
        'The key works',
        '# Checks left',
        'This hour: No limit',
        'Today: 480',
        'This month: 2,300',
        '# Key',
        'Access: Yes',
        'Active from: January 5, 2026',
        'Expires: March 5, 2027 (in 104 days)',
        '# Spent and saved by this bot',
        'Today: 12 checks spent, 30 checks saved',
        'This month: 340 checks spent, 1,200 checks saved',
        'Possibly paid twice: 0 checks today, 2 checks this month',
        '# Right now',
        'Waiting in line: 3 checks',
        'Being asked: 1 check',
        'Requests in the last 60 seconds: ██████░░░░ 12 of 19',
        '(Figures from the service, 20 seconds ago)',
        '[Refresh]',
      ].join('\n'),
    );
    expect(reply.last).toMatchObject({ tone: 'good', private: true });
  });

  test('counts money where the price is known', async () => {
    const reply = await talk(async () => key(), { settings: { pricePerCheck: 0.005 } }).say('/quota');
    // Intl sets a no-break space between the currency and the amount.
    reply.expect(/12 checks \(USD\s0\.06\) spent, 30 checks \(USD\s0\.15\) saved/u);
    reply.expect(/340 checks \(USD\s1\.70\) spent, 1,200 checks \(USD\s6\.00\) saved/u);
  });

  test('shows a bar where the total is known, and never one that cannot be', async () => {
    const totals = async () => ({ day: 100, month: 2_500 });
    const reply = await talk(async () => key(), { needs: { totals } }).say('/quota');
    reply.expect('This month: █████████░ 2,300 of 2,500', 'Today: 480\n');
  });

  test.each([
    [15, 'good', 'The key works'],
    [14, 'warning', 'The key expires in 14 days'],
    [4, 'warning', 'The key expires in 4 days'],
    [3, 'bad', 'The key expires in 3 days'],
    [1, 'bad', 'The key expires tomorrow'],
    [0, 'bad', 'The key expires today'],
    [-2, 'bad', 'The key expired 2 days ago'],
  ])('%d days before the expiry it is %s', async (days, tone, title) => {
    const { last } = await talk(async () => key({ expirationDate: dayIn(days) })).say('/quota');
    expect(last).toMatchObject({ tone, title });
  });

  test.each([
    [{ activationDate: dayIn(2) }, 'The key is not active yet'],
    [{ hasAccess: false }, 'The key has no access'],
    [{ checksLeft: { hour: 0, month: 50 } }, 'No checks left'],
  ] as const)('what stops the bot stands on top: %j', async (status, title) => {
    const { last } = await talk(async () => key(status)).say('/quota');
    expect(last).toMatchObject({ tone: 'bad', title });
  });

  test('shows no field for what the service did not tell', async () => {
    const bare = { status: { checksLeft: {} }, checkedAt: NOW, sandbox: false };
    const reply = await talk(async () => bare).say('/quota');
    reply.expect('The state of the key is not known', 'just now').expectNot('# Key', '# Checks left');
  });

  test('shows the usage though the service does not answer, and says why', async () => {
    const down = () => Promise.reject(new ServiceFailure('unreachable'));
    const reply = await talk(down).say('/quota');
    reply.expect(
      'The state of the key is not known',
      'The service cannot be reached.',
      '12 checks spent',
      '[Refresh]',
    );
    reply.expectNot('paid for', 'No check was spent');
    expect(reply.last).toMatchObject({ tone: 'bad', private: true });
  });

  test('says that nothing is sent just now, and when it looks again', async () => {
    const paused = { code: 'daily-limit', retryAt: NOW + 5 * 60_000 };
    const reply = await talk(async () => key(), { needs: { usage: async () => ({ ...usage, paused }) } }).say(
      '/quota',
    );
    reply.expect('Paused: the checks of today are used up; I look again in about 5 minutes');
  });

  test('shows the usage while the service is asked, and asks anew only on demand', async () => {
    const asked: (boolean | undefined)[] = [];
    const keyStatus = async ({ fresh }: { fresh?: boolean }) => {
      asked.push(fresh);
      await new Promise((resolve) => setImmediate(resolve));
      return key();
    };
    const { say, press } = talk(async () => key(), { needs: { keyStatus } });
    const { states, last } = await say('/quota');
    expect(states[0]).toMatchObject({ tone: 'progress', private: true });
    await press(last, 'Refresh');
    await say('/quota --fresh');
    expect(asked).toEqual([false, false, true]);
  });

  test('on the sandbox says so', async () => {
    const { last } = await talk(async () => ({ ...key(), sandbox: true }), {
      settings: { sandbox: true },
    }).say('/quota');
    expect(last.note).toBe('Figures from 20 seconds ago · Sandbox data, not from the real service');
  });
});
