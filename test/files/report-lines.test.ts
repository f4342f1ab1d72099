import { describe, expect, it } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { rowOf, workbookOfSheets } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const IMEIS = [100, 101, 102, 103].map((serial) => imeiOf('35209900', serial));
/** An IMEI by its digits alone. */
const OTHER = imeiOf('35891910', 412_007);
const PHONES = IMEIS.map((imei) => `n;${imei};y`).join('\n');

async function sent(content: string | Uint8Array) {
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const said = await conversation({ needs: { checker } }).send({ name: 'list.csv', content });
  const [file] = said.last.files ?? [];
  const lines = Buffer.from(file?.data ?? '')
    .toString()
    .replace('\uFEFF', '')
    .split(/\r?\n/);
  return { said, lines, asked: checker.asked.map(({ imei }) => imei) };
}

describe('a line of a report above the titles of a table', () => {
  it.each([
    'Created;2026-05-01 12:30:45;',
    'Erstellt;01.05.2026 12:30:45;',
    'Created;2026-05-01 12:30:45;\nUntil;2026-05-31 23:59:59;\n;;',
    'IMEI list of;all our shops;\nCreated;2026-05-01 12:30:45;',
  ])('is no number, and the headings stand beside the titles: %s', async (line) => {
    const { said, lines, asked } = await sent(`${line}\nName;IMEI;x\n${PHONES}\n`);
    expect(asked).toEqual(IMEIS);
    said.expect('All 4 found');
    expect(said.text).not.toMatch(/invalid/i);
    const titles = line.split('\n').length;
    expect(lines[titles]).toMatch(/^Name;IMEI;x;.*Brand/);
    expect(lines[0]).not.toContain('Brand');
  });

  it('is no number either where the titles call the column something plain', async () => {
    const { said, lines, asked } = await sent(`Created;2026-05-01 12:30:45;\nName;Number;Date\n${PHONES}\n`);
    expect(asked).toEqual(IMEIS);
    said.expect('All 4 found');
    expect(lines[1]).toMatch(/^Name;Number;Date;.*Brand/);
    expect((await sent(`n;${OTHER};y\nName;Number;Date\n${PHONES}\n`)).asked).toEqual([OTHER, ...IMEIS]);
  });

  it('is none either where a workbook has the time as a date', async () => {
    const rows = [
      ['Generated', '2026-05-01 12:30:45'],
      ['Name', 'IMEI'],
      ...IMEIS.map((imei) => ['n', imei]),
    ];
    const { said, asked } = await sent(
      workbookOfSheets([{ name: 'Phones', rows: rows.map((row) => rowOf(row)).join('') }]),
    );
    expect(asked).toEqual(IMEIS);
    said.expect('All 4 found');
  });

  it('is an IMEI where it says so, as are those of a table of its own', async () => {
    expect((await sent(`IMEI of the shop;${OTHER};\nName;IMEI;x\n${PHONES}\n`)).asked).toEqual([
      OTHER,
      ...IMEIS,
    ]);
    expect((await sent(`Name;IMEI;x\nn;${OTHER};y\n;;\nName;IMEI;x\n${PHONES}\n`)).asked).toEqual([
      OTHER,
      ...IMEIS,
    ]);
  });
});
