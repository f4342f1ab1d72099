import { describe, expect, test } from 'vitest';
import type { DatedKeyStatus, Usage } from '../../src/checks/usage.ts';
import type { KeyStatus } from '../../src/provider/device.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { NOW } from '../support/checks/answers.ts';
import { type KeyHistory, monthSamples } from '../support/checks/quota-trend.ts';
import { conversation, type Setup, textOf } from '../support/conversation.ts';
import { DAY_MS } from '../support/known.ts';

const usage: Usage = {
  today: { paid: 12, saved: 30, inDoubt: 0 },
  month: { paid: 340, saved: 1_200, inDoubt: 2 },
  waiting: 3,
  inFlight: 1,
  windowUsed: 12,
  windowLimit: 19,
  windowMs: 60_000,
};

const spentBudget: Usage = { ...usage, budget: { used: 12, limit: 12 } };

const inOrder: KeyStatus = {
  hasAccess: true,
  activationDate: '2026-01-05',
  expirationDate: '2027-03-05',
  checksLeft: { hour: 'no-limit', day: 480, month: 2_300 },
};

function key(status: Partial<KeyStatus> = {}): DatedKeyStatus {
  return { status: { ...inOrder, ...status }, askedAt: NOW - 20_000, isSandbox: false };
}

function quotaTalk(keyStatus: () => Promise<DatedKeyStatus>, { supply, ...setup }: Setup = {}) {
  return conversation({
    as: { isAdmin: true },
    ...setup,
    supply: { keyStatus, usage: async () => usage, ...supply },
  });
}

/** The date this number of days from now, as the service writes it. */
const dayIn = (days: number): string => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);

describe('/quota', () => {
  test('shows the key, what is left, what was spent and saved, and what goes on', async () => {
    const reply = await quotaTalk(async () => key()).say('/quota');
    expect(reply).toMatchInlineSnapshot(`
      2,300 checks left this month
      # Checks left
      This hour: No limit
      Today: 480
      This month: 2,300
      # Key
      Access: Yes
      Active from: January 5, 2026
      Expires: March 5, 2027 (in 104 days)
      # Forecast
      The forecast needs half a day of data.
      # Checks used and avoided
      Today: 12 checks used, 30 checks avoided
      This month: 340 checks used, 1,200 checks avoided
      Sent, never answered (may be charged): 0 checks today, 2 checks this month
      # Right now
      Waiting in line: 3 checks
      Being checked: 1 check
      Requests in the last 60 seconds: ██████░░░░ 12 of 19
      (From the service, 20 seconds ago)
      [Refresh]
    `);
    expect(reply.last).toMatchObject({ tone: 'good', isPrivate: true });
  });

  test.each<[string, Setup, string | RegExp]>([
    [
      'the daily budget',
      { supply: { usage: async () => ({ ...usage, budget: { used: 1_600, limit: 2_000 } }) } },
      'Daily budget used: ████████░░ 1,600 of 2,000',
    ],
    [
      'money, if the price is known',
      { settings: { pricePerCheck: 0.005 } },
      // Intl puts a no-break space between the currency and the amount.
      /12 checks \(USD\s0\.06\) used, 30 checks \(USD\s0\.15\) avoided/u,
    ],
    [
      'first that checks are paused, why, and when it tries again',
      {
        supply: {
          usage: async () => ({
            ...usage,
            pause: { code: 'daily-limit', retryAt: NOW + 300_000 },
          }),
        },
      },
      /^Today’s checks are used up\nSaved answers still work. I’ve paused checks. .* I’ll try the service again in about 5 minutes\.\n/u,
    ],
    [
      'first that nobody can check, once the daily budget is used up',
      { supply: { usage: async () => spentBudget } },
      /^Today’s checks are used up\nCHECKS_PER_DAY allows 12 checks\. Nobody can check a new IMEI now\. There’ll be new ones in .*\. Saved answers still work\.\n# Checks left\n/u,
    ],
  ])('/quota shows %s', async (_, setup, text) => {
    (await quotaTalk(async () => key(), setup).say('/quota')).expect(text);
  });

  const MONTH = '2,300 checks left this month';
  test.each<[Partial<KeyStatus>, string, string]>([
    [{ expirationDate: dayIn(15) }, 'good', MONTH],
    [{ expirationDate: dayIn(14) }, 'warning', `${MONTH}\nThe key expires in 14 days.`],
    [{ expirationDate: dayIn(3) }, 'bad', 'The key expires in 3 days'],
    [{ expirationDate: dayIn(-2) }, 'bad', 'The key expired 2 days ago'],
    [{ activationDate: dayIn(2) }, 'bad', 'The key isn’t active yet'],
    [{ hasAccess: false }, 'bad', 'The key has no access'],
    [{ checksLeft: { hour: 0, month: 50 } }, 'bad', 'No checks left this hour'],
    [{ checksLeft: { hour: 0, day: 0, month: 0 } }, 'bad', 'No checks left this month'],
    [{ checksLeft: { hour: 20, day: 480, month: 'no-limit' } }, 'good', '480 checks left today'],
    [{ checksLeft: { hour: 'no-limit', month: 'no-limit' } }, 'good', 'The key works'],
  ])('/quota begins with the most important line: %j is %s', async (status, tone, text) => {
    const { last, text: shown } = await quotaTalk(async () => key(status)).say('/quota');
    expect(last.tone).toBe(tone);
    expect(shown.slice(0, text.length)).toBe(text);
  });

  test.each<[Partial<KeyStatus>, string]>([
    [{ expirationDate: dayIn(3) }, 'Today’s checks are used up\nCHECKS_PER_DAY'],
    [{ hasAccess: false }, 'The key has no access'],
    [{ checksLeft: { month: 0 } }, 'No checks left this month'],
  ])(
    '/quota with a spent budget and the key %j begins with what a new day does not end',
    async (status, text) => {
      const setup = { supply: { usage: async () => spentBudget } };
      const { last, text: shown } = await quotaTalk(async () => key(status), setup).say('/quota');
      expect(last.tone).toBe('bad');
      expect(shown.slice(0, text.length)).toBe(text);
    },
  );

  test('says that the budget is used up though the service does not answer', async () => {
    const down = () => Promise.reject(new ServiceFailure('unreachable'));
    const reply = await quotaTalk(down, { supply: { usage: async () => spentBudget } }).say(
      '/quota',
    );
    reply.expect(/^Today’s checks are used up\nCHECKS_PER_DAY/u, 'Key status unknown.');
  });

  test('is also what “balance?” and “how many left?” say', async () => {
    for (const isAdmin of [true, false]) {
      const { say } = quotaTalk(async () => key(), { as: { isAdmin } });
      const { text } = await say('/quota');
      for (const words of ['balance?', 'How many left?']) {
        expect((await say(words)).text).toBe(text);
      }
    }
  });

  test('says of a month that is used up that only the provider knows when the next one begins', async () => {
    const status = key({ checksLeft: { month: 0 } });
    (await quotaTalk(async () => status).say('/quota')).expect(
      /^No checks left this month\nOnly the provider knows when the key’s next month begins\. To go on before, buy checks\. I’ll notice by myself\.\n/u,
    );
  });

  test('shows the usage though the service does not answer, and says why', async () => {
    const down = () => Promise.reject(new ServiceFailure('unreachable'));
    const reply = await quotaTalk(down).say('/quota');
    reply.expect(
      'Key status unknown',
      'The service isn’t answering right now.',
      '12 checks used',
      '[Refresh]',
    );
    reply.expectNot('paid for', 'No check used');
    expect(reply.last).toMatchObject({ tone: 'bad', isPrivate: true });
  });

  test('shows the usage while it asks the service, and asks again when it is pressed', async () => {
    let asked = 0;
    const keyStatus = async () => {
      asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return key();
    };
    const { say, press } = quotaTalk(async () => key(), { supply: { keyStatus } });
    const { states, last } = await say('/quota');
    const [first = expect.unreachable()] = states;
    expect(first).toMatchObject({ tone: 'progress', isPrivate: true });
    expect(textOf(first)).toContain('12 checks used');
    await press(last, 'Refresh');
    expect(asked).toBe(2);
  });

  test('in the first minute says why it waits for the status, and then shows what was sent', async () => {
    const usages: Usage[] = [
      { ...usage, inFlight: 0, windowUsed: 0, startsInMs: 60_000 },
      { ...usage, inFlight: 0, windowUsed: 1 },
    ];
    const keyStatus = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return key();
    };
    const { states, last } = await quotaTalk(keyStatus, {
      supply: { usage: async () => usages.shift() ?? expect.unreachable() },
    }).say('/quota');
    const [first = expect.unreachable()] = states;
    expect(textOf(first)).toMatch(
      /^Asking for the key’s status\nYour turn comes in about 60 seconds\. I’ve just started, so I’m waiting a moment/u,
    );
    expect(textOf(first)).not.toContain('Requests in the last');
    expect(textOf(last)).toContain('Requests in the last 60 seconds: █░░░░░░░░░ 1 of 19');
    expect(textOf(last)).not.toContain('I’ve just started');
  });

  test('on the sandbox says so', async () => {
    const { last } = await quotaTalk(async () => ({ ...key(), isSandbox: true }), {
      settings: { isSandbox: true },
    }).say('/quota');
    expect(last.note).toBe('Updated 20 seconds ago · Sandbox data, not from the real service');
  });
});

/** A talk about a key with a past. */
function talkOfPast(month: KeyHistory, { supply, ...setup }: Setup = {}) {
  const figures = monthSamples(month);
  const status = { checksLeft: { month: figures.at(-1)?.month ?? 0 } };
  return quotaTalk(async () => ({ ...key(status), askedAt: NOW }), {
    ...setup,
    supply: { keySamples: async () => figures, ...supply },
  });
}

describe('the forecast of /quota', () => {
  const month = { days: 10, start: 3_000, perHour: 5 };

  test('says how long the checks last', async () => {
    (await talkOfPast(month).say('/quota')).expect(
      'Pace: 120 checks a day on average over the last 7 days',
      'At this pace: enough for this month, with about 660 checks left on November 30, 2026',
    );
    (await talkOfPast({ ...month, start: 1_400 }).say('/quota')).expect(
      'At this pace: used up on November 23, 2026 (in 2 days)',
    );
  });

  test('is left out, and the rest is shown, when its figures cannot be read', async () => {
    const bugs: unknown[] = [];
    const broken = new Error('no store');
    const setup: Setup = {
      supply: { keySamples: () => Promise.reject(broken) },
      services: { reportBug: (error) => bugs.push(error) },
    };
    const reply = await talkOfPast(month, setup).say('/quota');
    reply.expect('1,800 checks left this month', 'This month: 1,800', '[Refresh]');
    reply.expectNot('Forecast');
    expect(bugs).toEqual([broken]);
  });
});
