import { describe, expect, test } from 'vitest';
import { CheckRefused } from '../../src/checks/answer.ts';
import type { Wait } from '../../src/limiter/announcer.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { answers, basic, DAY_MS, full, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, type Setup, textOf } from '../support/conversation.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const [A, B, C, D, E] = [1, 2, 3, 4, 5].map((serial) => imeiOf('35209900', serial)) as [
  string,
  string,
  string,
  string,
  string,
];

function talk(script: Parameters<typeof scriptedChecker>[0], { needs, ...setup }: Setup = {}) {
  const checker = scriptedChecker(script, 60_000);
  return { checker, ...conversation({ ...setup, needs: { checker, ...needs } }) };
}

describe('several IMEIs', () => {
  test('are shown to everyone by one button, as far as they were answered, from saved answers', async () => {
    const { checker, say, press } = talk((imei) => {
      if (imei === B) throw new ServiceFailure('timeout');
      return answers.found(basic(), { source: 'cache', checkedAt: NOW });
    });
    const reply = await say(`/imei ${[A, B, C].join('\n')}`);
    const { effect } = actionOf(reply.last, 'share');
    expect(effect).toMatchObject({
      visibility: 'shared',
      options: { values: { imei: `${A}\n${C}`, fresh: false } },
    });
    const shown = await press(reply.last, 'share');
    shown.expect(`IMEI: ${A}\nIMEI: ${C}`);
    expect(checker.asked).toHaveLength(3);
  });

  test('are not offered to everyone where all can read them already, where none was answered, or where there are too many', async () => {
    const ids = ({ last }: Awaited<ReturnType<ReturnType<typeof talk>['say']>>) =>
      last.actions.map(({ id }) => id);
    const found = () => answers.found(basic(), { source: 'cache' as const, checkedAt: NOW });
    const shared = talk(found, { as: { visibility: 'shared' } });
    expect(ids(await shared.say(`/imei ${A} ${B}`))).not.toContain('share');
    const failing = talk(() => Promise.reject(new ServiceFailure('timeout')));
    expect(ids(await failing.say(`/imei ${A} ${B}`))).not.toContain('share');
    const many = linesOf(101);
    expect(ids(await talk(found).say(`/imei --confirmed ${many}`))).not.toContain('share');
  });

  test('are answered in one list: found, not found, failed, wrong, repeated', async () => {
    const { say } = talk(
      (imei) => {
        if (imei === A) return answers.found(basic());
        if (imei === B) return answers.found(basic(), { source: 'cache', checkedAt: NOW - 3 * DAY_MS });
        if (imei === C) return answers.notFound();
        if (imei === D) throw new ServiceFailure('timeout');
        throw new CheckRefused('allowance', 20);
      },
      { needs: { tacName: () => ({ brand: 'Nokia', model: '6110' }) } },
    );
    const reply = await say(`/imei ${[A, B, C, D, E, A, '3520990017614'].join('\n')}`);
    expect(reply.text).toBe(
      [
        '2 found, 1 not found, 2 with no answer, 1 typo',
        '1 duplicate skipped. Some checks may have been charged anyway. Trying them again could charge them twice.',
        '# Found (2)',
        `${A} · NOKIA 3310 · checked now`,
        `${B} · NOKIA 3310 · saved 3 days ago`,
        '# Not found (1)',
        `${C} · probably Nokia 6110 (open TAC table) · checked now`,
        '# No answer (2)',
        `${D} · probably Nokia 6110 (open TAC table) · the service took too long`,
        `${E} · probably Nokia 6110 (open TAC table) · you’ve used all your checks for today`,
        '# Invalid numbers (1)',
        'Line 7: 3520990017614 · too short, 13 digits instead of 15',
        '(2 checked now · 1 from saved answers)',
        '[Try again (may be charged twice)]',
        '[Check the rest]',
        '[As CSV]',
        '[As XLSX]',
        '[Show to everyone]',
      ].join('\n'),
    );
    expect(reply.last.sections.flatMap(({ copyable = [] }) => copyable)).toEqual([A, B, C, D, E]);
    expect(actionOf(reply.last, 'retry').effect).toMatchObject({ options: { values: { imei: D } } });
    expect(reply.last.records?.().map(({ result }) => result)).toEqual([
      'found',
      'found',
      'not-found',
      'failed',
      'failed',
      'invalid',
    ]);
  });

  test('up to four are somebody waiting, more are a batch', async () => {
    const { say, checker } = talk(() => answers.found(basic()));
    await say(linesOf(4));
    await say(linesOf(5));
    const priorities = checker.asked.map(({ request }) => request.priority);
    expect(priorities).toEqual([...Array(4).fill('single'), ...Array(5).fill('batch')]);
  });

  test('show all details for up to four, and say why not for more', async () => {
    const { say, press } = talk(() => answers.found(full()));
    const two = await say(`${A}\n${imeiOf('35693803', 7)}`);
    two.expectNot('Weight');
    const details = await press(two.last, 'Full details');
    expect(details.text.match(/Weight: 112/gu)).toHaveLength(2);
    (await say(`/imei full ${linesOf(5)}`)).expect('up to 4 IMEIs at a time').expectNot('Weight');
  });

  test('one that breaks on our side stops no other, and is reported', async () => {
    const faults: unknown[] = [];
    const { say } = talk(
      (imei) => {
        if (imei === A) throw new TypeError('broke');
        return answers.found(basic());
      },
      { needs: { reportFault: (error) => faults.push(error) } },
    );
    (await say(`${A} ${B}`)).expect(
      '1 found, 1 with no answer',
      `${A} · something went wrong on our side`,
      '[Try again]',
    );
    expect(faults).toEqual([new TypeError('broke')]);
  });

  test('say which slot of a phone they are of', async () => {
    const { say } = talk(() => answers.found(basic()));
    const reply = await say(`IMEI1: ${A} IMEI2: ${B} IMEI: ${D}`);
    reply.expect(`IMEI1 · ${A} · NOKIA 3310`, `IMEI2 · ${B} · NOKIA 3310`, `\n${D} · NOKIA 3310`);
  });

  test('an invalid number beside a single IMEI is told below its answer', async () => {
    const { say } = talk(() => answers.found(basic()));
    (await say(`${A}\n3520990017614`)).expect(/^NOKIA 3310\n/u, 'Line 2: 3520990017614 · too short');
  });
});

describe('a list under way', () => {
  function slowTalk(setup: Setup = {}) {
    const open = new Map<string, () => void>();
    const waits = new Map<string, (wait: Wait) => void>();
    const parts = talk(
      (imei, { signal, onWait }) =>
        new Promise((resolve, reject) => {
          open.set(imei, () => resolve(answers.found(basic())));
          if (onWait !== undefined) waits.set(imei, onWait);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      setup,
    );
    return { ...parts, open, waits };
  }

  test('tells how far it is, when it will be ready, and can be stopped', async () => {
    const { begin, open, waits } = slowTalk();
    const states = begin(linesOf(40));
    const first = (await states.next()).value;
    expect(first).toMatchObject({ tone: 'progress', progress: { done: 0, total: 40 } });
    expect(first).not.toHaveProperty('placeholder');
    expect(textOf(first)).toBe('Checking 40 IMEIs\n0 of 40 done. Ready in about 60 seconds.\n[Stop]');
    expect(actionOf(first, 'Stop').effect).toEqual({ kind: 'cancel' });
    for (const imei of linesOf(12).split('\n')) open.get(imei)?.();
    waits.get(imeiOf('35209900', 139))?.({ position: 28, startsInMs: 118_000 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(textOf((await states.next()).value)).toContain('12 of 40 done. Ready in about 2 minutes.');
    await states.return?.();
  });

  test.each([5, 40])(
    'of %i says why a start lets nothing go yet, and why a store that fails does not',
    async (count) => {
      const { begin, waits } = slowTalk();
      const states = begin(linesOf(count));
      await states.next();
      const tell = async (serial: number, wait: Wait): Promise<string> => {
        waits.get(imeiOf('35209900', serial))?.(wait);
        await new Promise((resolve) => setImmediate(resolve));
        return textOf((await states.next()).value);
      };
      const started = 'I’ve just started';
      const memory = 'My database isn’t answering';
      await tell(101, { position: 2, startsInMs: 130_000, held: 'start' });
      const held = await tell(100, { position: 1, startsInMs: 60_000, held: 'start' });
      expect(held).toContain(started);
      expect(held).toContain('Your turn comes in about 60 seconds.');
      expect(held).not.toContain(memory);
      expect(await tell(101, { position: 2, startsInMs: 130_000, held: 'store' })).toContain(memory);
      await tell(101, { position: 2, startsInMs: 130_000 });
      const going = await tell(100, { position: 1, startsInMs: 60_000 });
      expect(going).not.toContain(started);
      expect(going).not.toContain(memory);
      await states.return?.();
    },
  );

  test('a short one shows its lines as they come, with the open table’s names meanwhile', async () => {
    const { begin } = slowTalk({ needs: { tacName: () => ({ brand: 'Nokia', model: '6110' }) } });
    const states = begin(linesOf(2));
    const first = (await states.next()).value;
    expect(textOf(first)).toContain(`${imeiOf('35209900', 100)} · probably Nokia 6110 (open TAC table)`);
    await states.return?.();
  });

  test('a short one that nobody waits before says nothing worth a message of its own', async () => {
    const checker = scriptedChecker(() => new Promise(() => undefined));
    const { begin } = conversation({
      needs: { checker },
    });
    const states = begin(linesOf(2));
    expect((await states.next()).value).toMatchObject({ placeholder: true });
    await states.return?.();
  });

  test('stopped, it says what was done and what was not, and offers the rest', async () => {
    const cancel = new AbortController();
    const { say, open } = slowTalk({ as: { signal: cancel.signal } });
    const reply = say([A, B, C].join(' '));
    await new Promise((resolve) => setImmediate(resolve));
    open.get(A)?.();
    await new Promise((resolve) => setImmediate(resolve));
    cancel.abort(new Error('cancelled'));
    const stopped = await reply;
    stopped.expect('Stopped: 1 of 3 checked', '# Found (1)', '# Not checked (2)', B, C);
    expect(actionOf(stopped.last, 'Check the rest').effect).toMatchObject({
      options: { values: { imei: `${B}\n${C}` } },
    });
  });

  test('left by its adapter, it leaves no check behind', async () => {
    const { begin, checker } = slowTalk();
    const states = begin(linesOf(12));
    await states.next();
    await states.return?.();
    expect(checker.asked.every(({ request }) => request.signal.aborted)).toBe(true);
  });
});
