import * as XLSX from '@e965/xlsx';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { FileUnreadable } from '../../src/core/adapter.ts';
import type { Reply } from '../../src/core/reply.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { answers, basic, DAY_MS, full, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, type Setup, textOf } from '../support/conversation.ts';
import { rowOf, workbookOfSheets } from '../support/files/tables.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const [A, B, C] = [100, 101, 102].map((serial) => imeiOf('35209900', serial)) as [string, string, string];
const ZERO = imeiOf('01161200', 77);

function talk(script: Parameters<typeof scriptedChecker>[0], setup: Setup = {}) {
  const checker = scriptedChecker(script, 60_000);
  return { checker, ...conversation({ ...setup, needs: { checker, ...setup.needs } }) };
}

/** The CSV that came with a reply, as trimmed cells. */
function csvOf({ files }: Reply): string[][] {
  const csv = files.find(({ contentType }) => contentType === 'text/csv');
  const text = Buffer.from(csv?.data ?? []).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true });
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** The sheets of a workbook, as rows of cells. */
function sheetsOf(data: Uint8Array = new Uint8Array()): (readonly [name: string, rows: unknown[][]])[] {
  const { SheetNames, Sheets } = XLSX.read(data);
  return SheetNames.map((name) => {
    const sheet = Sheets[name];
    return [name, sheet === undefined ? [] : XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 })];
  });
}

function workbookOf(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet 1');
  return XLSX.write(book, { type: 'buffer' });
}

const asked = (checker: ReturnType<typeof scriptedChecker>): string[] =>
  checker.asked.map(({ imei }) => imei);

describe('the answer to a table', () => {
  test('is the same table in its order, with IMEI, brand, model and result behind each row', async () => {
    const { send, checker } = talk((imei) => (imei === B ? answers.notFound() : answers.found(basic())));
    const content = `Owner,IMEI\nbob,${B}\nann,${A}\n,\nann,${A}\n`;
    const reply = await send({ name: 'my phones.csv', content });
    expect(csvOf(reply.last)).toEqual([
      ['Owner', 'IMEI', 'IMEI', 'Brand', 'Model', 'Result'],
      ['bob', B, B, '', '', 'Not found.'],
      ['ann', A, A, 'NOKIA', '3310', 'Found.'],
      ['', '', '', '', '', ''],
      ['ann', A, A, 'NOKIA', '3310', 'Found.'],
    ]);
    expect(reply.last.files.map(({ name }) => name)).toEqual(['my phones-checked.csv']);
    reply.expect('1 found, 1 not found', '1 duplicate skipped', 'File: my phones.csv');
    expect(asked(checker)).toEqual([B, A]);
  });

  test('has its headings in the row of titles, whatever stands above it', async () => {
    const { send } = talk(() => answers.found(basic()));
    const content = `sep=;\nIMEI list of May;\nCreated;2026-05-01\nOwner;IMEI 1\nann;${A}\n`;
    expect(csvOf((await send({ name: 'a.csv', content })).last)).toEqual([
      ['IMEI list of May', '', '', '', '', ''],
      ['Created', '2026-05-01', '', '', '', ''],
      ['Owner', 'IMEI 1', 'IMEI', 'Brand', 'Model', 'Result'],
      ['ann', A, A, 'NOKIA', '3310', 'Found.'],
    ]);
  });

  test('can be made once more where it could not be sent, which costs nothing', async () => {
    const { send, press } = talk(() => answers.found(basic()));
    const reply = await send({ name: 'phones.csv', content: `IMEI\n${A}\n` });
    expect(actionOf(reply.last, 'Send the file again')).toMatchObject({ opens: 'new', ifUnsent: true });
    const again = await press(reply.last, 'Send the file again');
    expect(csvOf(again.last)).toEqual(csvOf(reply.last));
  });

  test('has titles also where the table had none, and stands beside rows without a number', async () => {
    const { send } = talk(() => answers.found(basic()));
    expect(csvOf((await send({ name: 'a.txt', content: `x,${A}\ny,n/a\n` })).last)).toEqual([
      ['', '', 'IMEI', 'Brand', 'Model', 'Result'],
      ['x', A, A, 'NOKIA', '3310', 'Found.'],
      ['y', 'n/a', '', '', '', ''],
    ]);
  });

  test('has the numbers of one row in the same cells, and what they share once', async () => {
    const { send } = talk((imei) => (imei === B ? answers.notFound() : answers.found(basic())));
    const rows = csvOf(
      (await send({ name: 'a.csv', content: `IMEI1;x;IMEI2\n${A};y;${B}\n${C};;${A}\n` })).last,
    );
    expect(rows.map((row) => row.slice(3))).toEqual([
      ['IMEI', 'Brand', 'Model', 'Result'],
      [`${A} | ${B}`, 'NOKIA |', '3310 |', 'Found. | Not found.'],
      [`${C} | ${A}`, 'NOKIA', '3310', 'Found.'],
    ]);
  });

  test('keeps semicolons, and comes as a workbook as well when one came', async () => {
    const { send } = talk(() => answers.found(basic()));
    const { last } = await send({ name: 'a.csv', content: `x;${A}\n` });
    expect(Buffer.from(last.files[0]?.data ?? []).toString()).toContain(
      `x;\t${A};\t${A};NOKIA;3310;Found.\r\n`,
    );

    const book = workbookOf([
      ['IMEI', 'Part'],
      [Number(A), '007'],
    ]);
    const answered = (await send({ name: 'Lager.XLSX', content: book })).last;
    expect(answered.files.map(({ name }) => name)).toEqual(['Lager-checked.xlsx', 'Lager-checked.csv']);
    const [[, rows] = ['', []]] = sheetsOf(answered.files[0]?.data);
    expect(rows).toEqual([
      ['IMEI', 'Part', 'IMEI', 'Brand', 'Model', 'Result'],
      [Number(A), '007', A, 'NOKIA', '3310', 'Found.'],
    ]);
  });

  test('has all visible sheets with an IMEI column, and names what was read and what was left out', async () => {
    const { send, checker } = talk(() => answers.found(basic()));
    const content = workbookOfSheets([
      { name: 'Notes', rows: rowOf(['hello']) },
      { name: 'Phones', rows: `${rowOf(['IMEI'])}${rowOf([C], 'hidden="1"')}${rowOf([A])}` },
      { name: 'Old', rows: rowOf([ZERO]), state: 'hidden' },
      { name: 'Tablets', rows: `${rowOf(['No', 'IMEI'])}${rowOf(['1', B])}` },
    ]);
    const reply = await send({ name: 'a.xlsx', content });
    reply.expect('Both found', 'Sheets read: Phones, Tablets', 'Notes', 'Old', 'Hidden rows, left out: 1');
    expect(asked(checker)).toEqual([A, B]);
    const sheets = new Map(sheetsOf(reply.last.files[0]?.data));
    expect(sheets.get('Phones')?.at(-1)).toEqual([A, A, 'NOKIA', '3310', 'Found.']);
    expect(sheets.get('Tablets')).toEqual([
      ['No', 'IMEI', 'IMEI', 'Brand', 'Model', 'Result'],
      ['1', B, B, 'NOKIA', '3310', 'Found.'],
    ]);
    expect(csvOf(reply.last).map(([first]) => first)).toEqual(['Phones', 'IMEI', A, 'Tablets', 'No', '1']);
  });

  test('says so where the only IMEIs are hidden, and checks none', async () => {
    const { send, checker } = talk(() => answers.found(basic()));
    const content = workbookOfSheets([
      { name: 'Notes', rows: rowOf(['hello']) },
      { name: 'Old', rows: rowOf([A]), state: 'hidden' },
    ]);
    (await send({ name: 'a.xlsx', content })).expect('IMEI', 'Hidden sheets, left out: Old');
    expect(checker.asked).toEqual([]);
  });

  test('has a name that is safe to save, of the one that came', async () => {
    const { send } = talk(() => answers.found(basic()));
    const nameFor = async (name: string) => (await send({ name, content: A })).last.files[0]?.name;
    expect(await nameFor('Über (2).csv')).toBe('Über (2)-checked.csv');
    expect(await nameFor('a\r\n"b"; /c.csv')).toBe('a-b- -c-checked.csv');
    expect(await nameFor('.csv')).toBe('table-checked.csv');
  });

  test('has one column for each thing the service tells, with full details', async () => {
    const { send, press, checker } = talk(() => answers.found(full()));
    const brief = await send({ name: 'a.csv', content: `IMEI\n${A}\n` });
    expect(csvOf(brief.last)[0]).toHaveLength(5);
    const [titles = [], row = []] = csvOf((await press(brief.last, 'Full details')).last);
    const cell = (title: string): string | undefined => row[titles.indexOf(title)];
    expect(cell('Design: Weight')).toBe('112');
    expect(cell('Network: GSM bands')).toBe('900, 1800');
    expect(cell('Display: Type')).toBe('TFT');
    expect(checker.asked).toHaveLength(1);
    expect(csvOf((await send({ name: 'a.csv', content: `IMEI\n${A}\n` }, 'full')).last)[0]).toEqual(titles);
  });

  test('carries no formula, neither from the table nor from the service', async () => {
    const evil = '=HYPERLINK("https://example.org")';
    const { send } = talk(() => answers.found(basic({ brand: evil, model: '@SUM(1)' })));
    const { last } = await send({ name: 'a.csv', content: `IMEI,x\n${A},"=1+1"\n` });
    for (const cell of csvOf(last).flat()) expect(cell).not.toMatch(/^[=@+]/u);
  });

  test('says of each number that was not plain how it was read, or what is wrong', async () => {
    const { send, checker } = talk(() => answers.found(basic()));
    const book = workbookOf([['IMEI'], [Number(ZERO)], [352_000_000_000_000], ['490154203237517'], [`${A}`]]);
    const reply = await send({ name: 'a.xlsx', content: book });
    const results = csvOf(reply.last).map((row) => row.at(-1));
    expect(results).toEqual([
      'Result',
      'Found. A zero was missing at the start; I put it back.',
      'Invalid: the spreadsheet shortened this number; format the column as a number without decimals.',
      'Invalid: typo (if the other digits are right, the last one is 8, not 7).',
      'Found.',
    ]);
    expect(asked(checker)).toEqual([ZERO, A]);
    reply.expect('2 found, 1 typo, 1 invalid number');
  });

  test('is for its sender alone, with whole numbers, wherever it was asked', async () => {
    const { send } = talk(() => answers.found(basic()), { as: { visibility: 'shared' } });
    const { last } = await send({ name: 'a.csv', content: `IMEI\n${A}\n` });
    expect(last.private).toBe(true);
    expect(csvOf(last)[1]).toContain(A);
  });
});

describe('a table of which something could not be checked', () => {
  test('says why in its row, and offers just these again', async () => {
    const failing = new Set([B, C]);
    const { send, press, checker } = talk((imei) => {
      if (failing.delete(imei)) throw new ServiceFailure('timeout');
      return answers.found(basic());
    });
    const reply = await send({ name: 'a.csv', content: `IMEI\n${A}\n${B}\n${C}\n` });
    expect(csvOf(reply.last).map((row) => row.at(-1))).toEqual([
      'Result',
      'Found.',
      'Not checked: the service took too long.',
      'Not checked: the service took too long.',
    ]);
    (await press(reply.last, 'retry')).expect(`IMEI: ${B}`, `IMEI: ${C}`).expectNot(A);
    expect(asked(checker)).toEqual([A, B, C, B, C]);
  });

  test('is given back with what was done when it is stopped, and offers the rest', async () => {
    const cancel = new AbortController();
    const { send } = talk(
      (imei, { signal }) =>
        imei === A
          ? answers.found(basic())
          : new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
              setImmediate(() => cancel.abort(new Error('cancelled')));
            }),
      { as: { signal: cancel.signal } },
    );
    const reply = await send({ name: 'a.csv', content: `${A}\n${B}\n` });
    reply.expect('Stopped: 1 of 2 checked', '[Check the rest]');
    expect(csvOf(reply.last).map((row) => row.at(-1))).toEqual([
      'Result',
      'Found.',
      'Not checked: stopped before its turn.',
    ]);
    expect(actionOf(reply.last, 'rest').effect).toMatchObject({ options: { values: { imei: B } } });
  });

  test('with invalid numbers only is given back with what is wrong, and costs nothing', async () => {
    const { send, checker } = talk(() => answers.notFound());
    const reply = await send({ name: 'a.csv', content: 'IMEI\n3.52E+14\n490154203237517\n' });
    reply.expect(
      'There’s no valid IMEI here',
      'shortened 1 number',
      '1 number is not an IMEI',
      'No check used',
    );
    expect(csvOf(reply.last)[1]?.at(-1)).toContain('the spreadsheet shortened this number');
    expect(checker.asked).toEqual([]);
  });
});

describe('a table under way', () => {
  test('tells how far it is, how long it takes, and what came of it so far, and can be stopped', async () => {
    const open = new Map<string, () => void>();
    const kept = answers.found(basic(), { source: 'cache', checkedAt: NOW - DAY_MS });
    const { beginFile } = talk((imei) => {
      const answer = imei === B ? kept : imei === C ? answers.notFound() : answers.found(basic());
      return new Promise((resolve) => open.set(imei, () => resolve(answer)));
    });
    const states = beginFile({ name: 'a.csv', content: `${linesOf(40)}\n490154203237517\n` });
    expect((await states.next()).value).toMatchObject({ tone: 'progress', title: 'Reading a.csv' });
    const first = (await states.next()).value;
    expect(first).toMatchObject({ tone: 'progress', progress: { done: 0, total: 40 } });
    expect(textOf(first)).toContain('0 of 40 done. Ready in about 60 seconds.');
    expect(actionOf(first, 'Stop').effect).toEqual({ kind: 'cancel' });
    for (const imei of [A, B, C]) open.get(imei)?.();
    await new Promise((resolve) => setImmediate(resolve));
    const next = (await states.next()).value;
    expect(next).toMatchObject({ progress: { done: 3, total: 40 } });
    for (const line of ['Checks used: 2', 'From saved answers: 1', 'Not found: 1', 'Invalid numbers: 1'])
      expect(textOf(next)).toContain(line);
    await states.return?.();
  });

  test('of more than BATCH_CONFIRM is shown with its cost first, and its button sends the same file', async () => {
    const { send, press, checker } = talk(() => answers.found(basic()), { settings: { batchConfirm: 20 } });
    const plan = await send({ name: 'a.csv', content: linesOf(25) }, 'full');
    plan.expect('Check 25 IMEIs?', 'Valid IMEIs: 25', '[Check them]');
    expect(checker.asked).toEqual([]);
    const reply = await press(plan.last, 'Check them');
    reply.expect('All 25 found');
    expect(csvOf(reply.last)).toHaveLength(26);
  });

  test('of a workbook with hidden sheets names them before anything is paid', async () => {
    const { send, checker } = talk(() => answers.found(basic()), { settings: { batchConfirm: 1 } });
    const content = workbookOfSheets([
      { name: 'Phones', rows: `${rowOf([A])}${rowOf([B])}` },
      { name: 'Old', rows: rowOf([C]), state: 'hidden' },
    ]);
    const plan = await send({ name: 'a.xlsx', content });
    plan.expect('Check 2 IMEIs?', 'Sheets read: Phones', 'Hidden sheets, left out: Old');
    expect(checker.asked).toEqual([]);
  });

  test('of more than BATCH_MAX is checked in rounds, and each answer has what is saved', async () => {
    const { send, press, checker } = talk(() => answers.found(basic()), { settings: { batchMax: 10 } });
    const file = { name: 'a.csv', content: `IMEI\n${linesOf(25)}` };
    const first = await send(file);
    first.expect('10 found, 15 not checked', '15 IMEIs are left for the next round.', '[Check the next 10]');
    expect(csvOf(first.last).at(-1)?.at(-1)).toBe('Not checked: left for the next round.');
    const second = await press(first.last, 'Check the next 10');
    second.expect('20 found, 5 not checked', '[Check the next 5]');
    const last = await send(file);
    last.expect('All 25 found').expectNot('[Check the next');
    expect(csvOf(last.last).map((row) => row.at(-1))).toEqual(['Result', ...Array(25).fill('Found.')]);
    expect([...new Set(asked(checker))]).toEqual(linesOf(25).split('\n'));
  });
});

describe('numbers of a table that are asked about', () => {
  const ORDERS = [1, 2, 3, 4].map((serial) => imeiOf('35693803', serial));
  const content = [
    'IMEI,Order no.',
    ...ORDERS.map((order, index) => `${imeiOf('35209900', index)},${order}`),
  ].join('\n');

  test('are named by their column, and come back checked with the table when its button is pressed', async () => {
    const { send, press, checker } = talk(() => answers.found(basic()));
    const reply = await send({ name: 'a.csv', content });
    reply.expect(
      '4 found, 4 to be confirmed',
      `# Check these too? (4)\nOrder no. (4): ${ORDERS[0]}, ${ORDERS[1]}, ${ORDERS[2]}, …`,
      '[Check Order no. (4)]',
    );
    expect(reply.last.withoutButtons).toBe('To check these too, send the same again with --anyway.');
    expect(reply.last.records?.().filter(({ result }) => result === 'asked')).toMatchObject(
      ORDERS.map((imei) => ({ imei, ok: false, why: 'named', name: 'Order no.' })),
    );
    expect(checker.asked).toHaveLength(4);
    const both = await press(reply.last, 'Check Order no. (4)');
    both.expect('All 8 found').expectNot('Check these too');
    expect(csvOf(both.last)[1]).toContain(`${imeiOf('35209900', 0)} | ${ORDERS[0]}`);
    expect(new Set(asked(checker)).size).toBe(8);
  });

  test('are checked at once with --anyway', async () => {
    (await talk(() => answers.found(basic())).send({ name: 'a.csv', content }, '--anyway')).expect(
      'All 8 found',
    );
  });

  test('are asked about where there is nothing else', async () => {
    const { send, press, checker } = talk(() => answers.found(basic()));
    const reply = await send({ name: 'a.csv', content: `Order no.\n${ORDERS.join('\n')}\n` });
    reply.expect('Should I check these 4 numbers?', 'I’m asking first', '(No check used)');
    expect([checker.asked, reply.last.files]).toEqual([[], []]);
    const checked = await press(reply.last, 'Check Order no. (4)');
    checked.expect('All 4 found');
    expect(csvOf(checked.last)).toHaveLength(5);
  });

  test('are asked about in a column of IMEIs too, with a row of their own', async () => {
    const { send, press } = talk(() => answers.found(basic()));
    const reply = await send({ name: 'a.csv', content: `IMEI\n${A}\n004999010640000\n` });
    reply.expect('test number (1): 004999010640000');
    expect(csvOf(reply.last).at(-1)).toContain('Not checked: test number. Ask me to check it.');
    (await press(reply.last, 'Check test number (1)')).expect('Both found');
  });
});

describe('a column whose last digits are all 0', () => {
  test('is told as what it is, and one button completes and checks it', async () => {
    const whole = linesOf(6).split('\n');
    const { send, press, checker } = talk(() => answers.found(basic()));
    const content = ['IMEI', ...whole.map((imei) => `${imei.slice(0, 14)}0`)].join('\n');
    const reply = await send({ name: 'a.csv', content });
    reply.expect(
      'end in 0 in place of the right last digit',
      'If a program rounded them',
      /\[Correct and check \(\d\)\]/,
    );
    expect(checker.asked.length).toBeLessThan(2);
    const checked = await press(reply.last, 'complete');
    checked.expect('All 6 found');
    expect(csvOf(checked.last).map(([, imei]) => imei)).toEqual(['IMEI', ...whole]);
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['', 'This file is empty'],
    ['name,city\nann,Bonn\n', 'I don’t see an IMEI in this file'],
    ['x'.repeat(5 * 1024 * 1024 + 1), 'This file is too large'],
  ])('is refused kindly, with what to do, and costs nothing', async (content, title) => {
    const { send } = talk(() => answers.notFound());
    (await send({ name: 'a.csv', content })).expect(title, 'File: a.csv', 'No check used');
  });

  test('says how much is taken', async () => {
    const { send } = talk(() => answers.notFound());
    const reply = await send({ name: 'a.csv', content: 'x'.repeat(5 * 1024 * 1024 + 1) });
    reply.expect(/up to 5\sMB/u);
  });

  test('and a good one do not keep the numbers beside them from being checked', async () => {
    const { send } = talk(() => answers.found(basic()));
    (await send({ name: 'a.csv', content: '' }, `here ${A}`)).expect(
      'NOKIA 3310',
      A,
      'a.csv: This file is empty',
    );
    (await send({ name: 'a.csv', content: `IMEI\n${B}` }, `here ${A}`)).expect(
      'Both found',
      `# Found (1)\n${A}`,
    );
  });

  test('and one that fails to come is told by its reason', async () => {
    const readFile = () => Promise.reject(new FileUnreadable('failed', 'no connection'));
    const { send } = talk(() => answers.notFound(), { needs: { readFile } });
    (await send({ name: 'a.csv', content: A })).expect('I couldn’t get this file', 'send it again');
  });
});

test('/imei with nothing at all asks kindly what to check', async () => {
  const { say } = talk(() => answers.notFound());
  const reply = await say('/imei');
  reply.expect('What should I check?', 'a photo of the label', '490154203237518 · one IMEI');
});
