import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { FileUnreadable } from '../../src/core/adapter.ts';
import type { Reply } from '../../src/core/reply.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { readTables } from '../../src/tables/read/read.ts';
import { answers, basic, DAY_MS, full, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, type Setup, textOf } from '../support/conversation.ts';
import { rowOf, workbookOf, workbookOfSheets } from '../support/files/tables.ts';
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
    expect(csvOf((await send({ name: 'a.txt', content: `${A}\nn/a\n` })).last)).toEqual([
      ['', 'IMEI', 'Brand', 'Model', 'Result'],
      [A, A, 'NOKIA', '3310', 'Found.'],
      ['n/a', '', '', '', ''],
    ]);
  });

  test('has the columns once more for a second number of a row, and rows below for very many', async () => {
    const { send } = talk(() => answers.found(basic()));
    const rows = csvOf((await send({ name: 'a.csv', content: `IMEI1;x;IMEI2\n${A};y;${B}\n${C};;\n` })).last);
    const text = rows.map((row) => row.join(';'));
    expect(text[0]).toContain('IMEI;Brand;Model;Result;IMEI 2;Brand 2;Model 2;Result 2');
    expect(text[1]).toContain(`${A};NOKIA;3310;Found.;${B};NOKIA;3310;Found.`);
    expect(text[2]).toContain(`${C};NOKIA;3310;Found.;;;;`);
    const many = csvOf((await send({ name: 'a.txt', content: linesOf(6).replaceAll('\n', ' ') })).last);
    expect(many.map((row) => row.filter((cell) => cell === 'Found.').length)).toEqual([0, 4, 2]);
  });

  test('keeps semicolons, and comes as a workbook as well when one came', async () => {
    const { send } = talk(() => answers.found(basic()));
    const { last } = await send({ name: 'a.csv', content: `x;${A}\n` });
    expect(Buffer.from(last.files[0]?.data ?? []).toString()).toContain(
      `x;\t${A};\t${A};NOKIA;3310;Found.\r\n`,
    );

    const book = await workbookOf([
      ['IMEI', 'Part'],
      [Number(A), '007'],
    ]);
    const answered = (await send({ name: 'Lager.XLSX', content: book })).last;
    expect(answered.files.map(({ name }) => name)).toEqual(['Lager-checked.xlsx', 'Lager-checked.csv']);
    const reading = readTables(answered.files[0]?.data ?? new Uint8Array());
    expect(reading.ok && reading.book.tables[0]?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['IMEI', 'Part', 'IMEI', 'Brand', 'Model', 'Result'],
      [A, '007', A, 'NOKIA', '3310', 'Found.'],
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
    const reading = readTables(reply.last.files[0]?.data ?? new Uint8Array());
    const sheets = reading.ok ? reading.book.tables : [];
    expect(sheets.map(({ name, rows }) => [name, rows.map((row) => row.map(({ text }) => text))])).toEqual([
      [
        'Phones',
        [
          ['IMEI', 'IMEI', 'Brand', 'Model', 'Result'],
          [A, A, 'NOKIA', '3310', 'Found.'],
        ],
      ],
      [
        'Tablets',
        [
          ['No', 'IMEI', 'IMEI', 'Brand', 'Model', 'Result'],
          ['1', B, B, 'NOKIA', '3310', 'Found.'],
        ],
      ],
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
    const book = await workbookOf([
      ['IMEI'],
      [Number(ZERO)],
      [352_000_000_000_000],
      ['490154203237517'],
      [`${A}`],
    ]);
    const reply = await send({ name: 'a.xlsx', content: book });
    const results = csvOf(reply.last).map((row) => row.at(-1));
    expect(results).toEqual([
      'Result',
      'Found. A zero was missing at the start; I put it back.',
      'Invalid: the spreadsheet shortened this number; set the column to Text, enter it again, and export.',
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
    reply.expect('There’s no valid IMEI here', '1 typo, 1 invalid number.', 'No check used');
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

  test('a table of more than BATCH_MAX is refused with what to do, before anything is paid', async () => {
    const { send, checker } = talk(() => answers.found(basic()), { settings: { batchMax: 10 } });
    (await send({ name: 'a.csv', content: `IMEI\n${linesOf(12)}` })).expect(
      'There are more than 10 numbers in this file',
      'up to 10 IMEIs at a time',
      'I can take the first 11 rows.',
      'No check used',
    );
    (await send({ name: 'a.txt', content: linesOf(12).replaceAll('\n', ' ') })).expectNot('the first');
    expect(checker.asked).toEqual([]);
    expect((await send({ name: 'a.csv', content: linesOf(10) })).text).toContain('All 10 found');
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['', 'This file is empty'],
    ['\u0000\u0001', 'I can’t read this kind of file'],
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

  test('does not keep the numbers beside it from being checked; beside a good one they are mentioned', async () => {
    const { send } = talk(() => answers.found(basic()));
    (await send({ name: 'a.pdf', content: '\u0000' }, `here ${A}`)).expect('NOKIA 3310', A);
    (await send({ name: 'a.csv', content: B }, `here ${A}`)).expect(
      'I didn’t check the numbers in your message',
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
