import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/checks/answer.ts';
import type { Reply } from '../../src/core/reply.ts';
import { createTurns } from '../../src/files/work/turns.ts';
import type { Device } from '../../src/provider/device.ts';
import { answers, basic, full } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, type Setup } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';

const [A, B, C] = [1, 2, 3].map((serial) => imeiOf('35209900', serial)) as [string, string, string];
const TYPO = '352099001761482';

/** A talk in which what was answered is saved, until it is taken away. */
function talk({ needs, ...setup }: Setup = {}, device: () => Device = basic) {
  const saved = new Map<string, Answer>();
  const scripted = scriptedChecker((imei) => (imei === C ? answers.notFound() : answers.found(device())));
  const checker = {
    ...scripted,
    check: async (...[imei, request]: Parameters<typeof scripted.check>) => {
      const answer = await scripted.check(imei, request);
      saved.set(imei, answer);
      return answer;
    },
    peek: async (imei: string) => saved.get(imei),
  };
  return { saved, asked: scripted.asked, ...conversation({ ...setup, needs: { checker, ...needs } }) };
}

const LIST = `${A}\n${TYPO}\nIMEI2: ${B}\n${C}`;

function linesIn({ files }: Reply): string[] {
  const [file] = files;
  return new TextDecoder().decode(file?.data).trim().split('\r\n');
}

describe('a list that was answered', () => {
  test('is had as CSV, with its invalid numbers, in its order, and no check is spent', async () => {
    const { say, press, asked } = talk();
    const list = await say(LIST);
    const before = asked.length;
    const reply = await press(list.last, 'As CSV');
    reply.expect('Your list as a file: 3 IMEIs', '(No check used)');
    expect(reply.last).toMatchObject({
      private: true,
      files: [{ name: 'imeis.csv', contentType: 'text/csv' }],
    });
    expect(linesIn(reply.last)).toEqual([
      'IMEI,Brand,Model,Result',
      `\t${A},NOKIA,3310,Found.`,
      expect.stringMatching(new RegExp(`^\t${TYPO},,,"?Invalid: typo`)),
      `\t${B},NOKIA,3310,Found.`,
      `\t${C},,,Not found.`,
    ]);
    expect(asked).toHaveLength(before);
  });

  test('is had as XLSX', async () => {
    const { say, press, asked } = talk();
    const list = await say(LIST);
    const before = asked.length;
    const { last } = await press(list.last, 'As XLSX');
    expect(last.files).toMatchObject([{ name: 'imeis.xlsx' }]);
    expect(new TextDecoder('latin1').decode(last.files[0]?.data.slice(0, 2))).toBe('PK');
    expect(asked).toHaveLength(before);
  });

  test('has semicolons where decimals have a comma', async () => {
    const { say, press } = talk({ as: { locale: 'de' } });
    const list = await say(LIST);
    expect(linesIn((await press(list.last, 'csv')).last)[0]).toMatch(/^IMEI;/);
  });

  test('is a file for its asker alone, with whole numbers, also where others can read the list', async () => {
    const { say, press } = talk({ as: { visibility: 'shared' } });
    const list = await say(LIST);
    const { last } = await press(list.last, 'As CSV');
    expect(last.private).toBe(true);
    expect(linesIn(last)).toContainEqual(`\t${B},NOKIA,3310,Found.`);
  });

  test('is not what a spreadsheet would run', async () => {
    const evil = talk();
    const list = await evil.say(`${A}\n${B}`);
    for (const imei of [A, B])
      evil.saved.set(imei, answers.found(basic({ brand: '=HYPERLINK("http://x")', model: '@SUM(1)' })));
    expect(linesIn((await evil.press(list.last, 'As CSV')).last)[1]).toBe(
      `\t${A},"'=HYPERLINK(""http://x"")",'@SUM(1),Found.`,
    );
  });

  test('says what is not saved any more, and checks that when its button is pressed', async () => {
    const { say, press, saved, asked } = talk();
    const list = await say(LIST);
    saved.delete(B);
    const before = asked.length;
    const file = await press(list.last, 'As CSV');
    file.expect('1 of them has no saved answer any more.', `[Check ${B}]`);
    expect(linesIn(file.last)).toContainEqual(`\t${B},,,Not checked: no saved answer any more.`);
    expect(asked).toHaveLength(before);
    (await press(file.last, `Check ${B}`)).expect('NOKIA 3310');
    expect(asked.at(-1)?.imei).toBe(B);
  });

  test('waits its turn with the other files of its asker', async () => {
    const { say, press } = talk({ needs: { fileTurns: createTurns({ perPerson: 0, inAll: 1, atOnce: 1 }) } });
    const list = await say(LIST);
    (await press(list.last, 'As CSV')).expect('I’m still working on your other files');
  });

  test('gives its place back', async () => {
    const { say, press } = talk({ needs: { fileTurns: createTurns({ perPerson: 1, inAll: 1, atOnce: 1 }) } });
    const list = await say(LIST);
    for (let nth = 0; nth < 3; nth += 1) (await press(list.last, 'As CSV')).expect('Your list as a file');
  });

  test('is not offered where nothing was answered, for one IMEI, and below a table', async () => {
    const failing = conversation({
      needs: {
        checker: scriptedChecker(() => Promise.reject(new Error('broken'))),
        reportFault: () => undefined,
      },
    });
    (await failing.say(`${A}\n${B}`)).expectNot('[As CSV]');
    const { say, send } = talk();
    (await say(A)).expectNot('[As CSV]');
    (await send({ name: 'list.csv', content: `${A}\n${B}` })).expectNot('[As CSV]');
  });
});

describe('a press that shows once more what was shown', () => {
  const shared = { visibility: 'shared' } as const;

  test.each([
    ['Full details', {}],
    ['Show to everyone', {}],
    ['Show me the whole number', { as: shared }],
  ])('takes the saved answer, and says where there is none any more: %s', async (button, setup) => {
    const { say, press, saved, asked } = talk(setup, full);
    for (const numbers of [A, `${A}\n${C}`, `IMEI1: ${A}\nIMEI2: ${B}`]) {
      const { last } = await say(numbers);
      const before = asked.length;
      (await press(last, button)).expect('SAMSUNG').expectNot('any more');
      for (const imei of [A, B, C]) saved.delete(imei);
      const gone = await press(last, button);
      gone.expect('any more');
      expect(asked).toHaveLength(before);
      // What others read stays as it is.
      expect(gone.last.private).toBe('as' in setup);
      // Asked for, it is checked.
      await press(gone.last, 'rest');
      expect(asked.length).toBeGreaterThan(before);
    }
  });

  test('shows of a list what is saved, and offers to check the rest', async () => {
    const { say, press, saved, asked } = talk();
    const { last } = await say(`${A}\n${B}\n${C}`);
    saved.delete(B);
    const before = asked.length;
    const shown = await press(last, 'share');
    shown.expect(
      '1 found, 1 not found, 1 not checked',
      '1 of them has no saved answer any more.',
      `# Not checked (1)\n${B}`,
    );
    expect(asked).toHaveLength(before);
    (await press(shown.last, `Check ${B}`)).expect('NOKIA 3310');
    expect(asked.slice(before).map(({ imei }) => imei)).toEqual([B]);
  });

  test('makes a table of saved answers alone', async () => {
    const { send, press, saved, asked } = talk({}, full);
    const { last } = await send({ name: 'list.csv', content: `${A}\n${B}` });
    saved.delete(B);
    const before = asked.length;
    for (const button of ['full', 'file']) {
      const again = await press(last, button);
      expect(linesIn({ ...again.last, files: again.last.files.slice(-1) }).join()).toContain(
        'no saved answer any more',
      );
      again.expect('1 found, 1 not checked', `[Check ${B}]`);
      expect(asked).toHaveLength(before);
    }
  });
});

describe('a saved answer', () => {
  const open = {
    command: 'imei',
    options: { kind: 'values', values: { imei: A, saved: 'answer' } },
  } as const;
  const opened = (imei = A): Reply => ({
    tone: 'neutral',
    title: '',
    sections: [],
    files: [],
    private: true,
    actions: [
      {
        id: 'open',
        label: 'Open',
        opens: 'new',
        effect: {
          kind: 'invoke',
          ...open,
          options: { kind: 'values', values: { imei, saved: 'answer' } },
        },
      },
    ],
  });

  test('is opened with its buttons, and no check is spent', async () => {
    const { saved, press, asked } = talk();
    saved.set(A, answers.found(full(), { source: 'cache' }));
    const reply = await press(opened(), 'Open');
    reply.expect('SAMSUNG SGH-A800', '[Full details]');
    expect(reply.last.copy).toBe(A);
    expect(asked).toEqual([]);
  });

  test('that is gone is told so, and checked when its button is pressed', async () => {
    const { press, asked } = talk();
    const reply = await press(opened(), 'Open');
    reply.expect('This answer isn’t saved any more', 'Checking it again uses a check.', `IMEI: ${A}`);
    expect(asked).toEqual([]);
    expect(actionOf(reply.last, `Check ${A}`).effect).toMatchObject({ options: { values: { imei: A } } });
    (await press(reply.last, `Check ${A}`)).expect('NOKIA 3310');
  });

  test('is asked for by buttons alone: typed, the word is a word', async () => {
    const { say, asked } = talk();
    (await say(`/imei saved=csv ${A}`)).expect('NOKIA 3310');
    expect(asked).toHaveLength(1);
  });
});
