import { describe, expect, it } from 'vitest';
import type { CheckTerms, CheckWait } from '../../src/checks/contract.ts';
import { deferred } from '../../src/core/promises.ts';
import { type ListedCode, ServiceFailure } from '../../src/provider/service-failure.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { talk, textOf } from '../support/conversation.ts';
import { linesOf } from '../support/imeis.ts';
import { serviceWith } from '../support/process/process-main.ts';
import { openShop } from './stage.ts';

const NUMBERS = linesOf(5).split('\n');
const [IMEI = '', OTHER = ''] = NUMBERS;
const found = () => answers.found(basic());
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('while the service is away', () => {
  it('a single question waits, and asks as it said once its own try may have been charged', async () => {
    let tell: NonNullable<CheckTerms['onWait']> = () => undefined;
    const trial = deferred<never>();
    const { begin } = talk((_, { onWait }) => {
      tell = onWait ?? tell;
      return trial.promise;
    });
    const states = begin(IMEI);
    await states.next();
    tell({ kind: 'paused', startsInMs: 10_000, failure: new ServiceFailure('unreachable') });
    expect(textOf((await states.next()).value)).toBe(
      [
        'The service isn’t answering right now',
        'I’ll keep trying for a day and answer here by myself. If a try may have been charged, I’ll ask you before the next one.',
        IMEI,
        '[Stop]',
      ].join('\n'),
    );
    trial.reject(new ServiceFailure('server-error'));
    expect(textOf((await states.next()).value)).toContain('[Try again (may be charged twice)]');
  });

  it.each<[ListedCode]>([
    ['unreachable'],
    ['timeout'],
    ['reset'],
    ['server-error'],
    ['unreadable'],
  ])('everybody reads one reason, and admins what it was: %s', async (code) => {
    const script = () => Promise.reject(new ServiceFailure(code));
    const clerk = await talk(script).say(IMEI);
    clerk.expect(/^The service isn’t answering right now\n/u);
    const owner = await talk(script, { as: { isAdmin: true } }).say(IMEI);
    expect(owner.text.length).toBeGreaterThan(clerk.text.length);
  });

  it('a list counts neither failures as done, nor what was never sent as failed', async () => {
    let wait: ((wait: CheckWait) => void) | undefined;
    const { begin } = talk((imei, { onWait }) => {
      if (imei === IMEI) return found();
      if (imei === OTHER) throw new ServiceFailure('timeout');
      if (imei === NUMBERS[2]) return answers.refused('allowance', 3);
      wait = onWait;
      return new Promise(() => undefined);
    });
    const states = begin(NUMBERS.join('\n'));
    await states.next();
    await turn();
    wait?.({ kind: 'paused', startsInMs: 10_000, failure: new ServiceFailure('server-error') });
    const { value } = await states.next();
    expect(textOf(value)).toContain(
      '1 of 5 done. 1 with no answer. 1 not checked. The service isn’t answering right now. I’ll keep trying for a day and answer here by myself. If a try may have been charged, I’ll ask you before the next one.',
    );
    expect(value.progress).toMatchObject({ done: 1, total: 5 });
  });
});

it('“full” or “again” as a reply to a try that may have been charged sends nothing, and asks before the next one', async () => {
  const { service, environment } = await serviceWith({});
  const { ann, answerTo } = await openShop(environment);
  service.fail({ kind: 'reset', times: 1 });
  const failed = await answerTo(ann, IMEI);
  const replies = [failed];
  for (const text of ['full', 'again', '/imei full']) {
    replies.push(await answerTo(ann, text, { replyTo: failed }));
  }
  for (const { keyboard } of replies) {
    const labels = keyboard.flat().map((button) => button.text);
    expect(labels).toContain('Try again (may be charged twice)');
  }
});

describe('one alert to the owner says', () => {
  it('what the service did: one that answers with errors is not one that cannot be reached', async () => {
    const { service, environment } = await serviceWith({});
    const { ann, bob, answerTo, nextTo, shown } = await openShop({
      ...environment,
      ADMINS: 'telegram:user:22',
    });
    await answerTo(bob, '/start');
    service.fail({ kind: 'server-error-503' });
    for (const number of NUMBERS) ann.say(number);
    const alerts = () => shown().filter(({ chat, text }) => chat === 22 && text.startsWith('❌'));
    const failed = () => shown().filter(({ chat, text }) => chat === 11 && text.startsWith('❌'));
    await expect.poll(() => failed().length).toBe(NUMBERS.length);
    await expect.poll(() => alerts().length).toBeGreaterThan(0);
    expect(alerts().map(({ text }) => text)).toEqual([
      expect.stringContaining('Its last answers were errors, or came too late.'),
    ]);
    expect(alerts()[0]?.text).not.toContain('connect');
    const quota = await nextTo(() => void bob.say('/quota'));
    expect(quota.text).toContain('Der Dienst antwortet gerade nicht');
  });

  it('since when the key has expired, and a clerk reads the same without what only they can do', async () => {
    const { environment } = await serviceWith({});
    const { ann, bob, answerTo, nextTo, shown } = await openShop({
      ...environment,
      LOOKUP_API_KEY: 'sandbox-expired',
      ADMINS: 'telegram:user:22',
    });
    await answerTo(bob, '/start');
    ann.say(IMEI);
    const expired =
      /^⏳ Our key has expired\nIts last day was [A-Z][a-z]+ \d+, \d{4}\. I’ll keep trying for a day and answer here by myself\. If a try may have been charged, I’ll ask you before the next one\. Only the bot’s operator can fix this\. Please tell them\./u;
    await expect.poll(() => shown().find(({ chat }) => chat === 11)?.text).toMatch(expired);
    const alerts = () => shown().filter(({ chat, text }) => chat === 22 && text.startsWith('❌'));
    await expect.poll(() => alerts().length).toBeGreaterThan(0);
    const alert =
      /^❌ Our key has expired\nIts last day was [A-Z][a-z]+ \d+, \d{4}\. Renew it at the service\. .* I’ve paused checks\. /u;
    expect(alerts().map(({ text }) => text)).toEqual([expect.stringMatching(alert)]);
    ann.say(NUMBERS.join('\n'));
    await expect.poll(() => shown().at(-1)?.text).toContain('0 of 5 done.');
    // “Its last day” is not said without the key.
    const standing = await answerTo(ann, 'how long?');
    expect(standing.text).toContain('0 of 5 done. Our key has expired. Its last day was');
    const quota = await nextTo(() => void bob.say('/quota'));
    expect(quota.text).toMatch(
      /^❌ Unser Schlüssel ist abgelaufen\nSein letzter Tag war der .* Ich habe die Abfragen angehalten\./u,
    );
  });

  it('on which day the key expires', async () => {
    const { service, environment } = await serviceWith({});
    const { bob, nextTo, shown } = await openShop({
      ...environment,
      LOOKUP_API_KEY: 'sandbox-expires-soon',
      ADMINS: 'telegram:user:22',
    });
    await nextTo(() => void bob.say('/quota'));
    const isAlert = ({ text }: { readonly text: string }) => text.includes('the service refuses');
    await expect.poll(() => shown().some(isAlert)).toBe(true);
    expect(shown().find(isAlert)?.text).toMatch(
      /^⚠️ The key expires in [45] days\nIts last day is [A-Z][a-z]+ \d+, \d{4}\./u,
    );
    expect(service.paidChecks).toEqual([]);
  });
});

it('tells everybody at once when the checks of the hour are used up, also who asked last', async () => {
  const { environment } = await serviceWith({});
  const { ann, shown, answerTo } = await openShop({
    ...environment,
    LOOKUP_API_KEY: 'sandbox-3-an-hour',
  });
  for (const number of NUMBERS.slice(0, 3)) await answerTo(ann, number);
  ann.say(NUMBERS[3] ?? '');
  await expect
    .poll(() => shown().at(-1)?.text, { timeout: 10_000 })
    .toMatch(
      /^⏳ This hour’s checks are used up\nSaved answers still work\. I’ll keep trying for a day/u,
    );
});
